import type { RequestEntry } from '../../control-client/index.js'
import { stringifyJson } from '../../spec/index.js'
import { Button, FilterButtons, Menu } from '../parts/buttons.js'
import { Field } from '../parts/field.js'
import { CHANGED_MS, type Column, Table } from '../parts/table.js'
import { Empty, HttpStatus, lazy, NoMatch, View } from '../parts/view.js'
import { type Query, useQuery } from '../state/address.js'
import { boxHere, contentsHere, openDialog, realNow, run } from '../state/panel-state.js'
import { saveFile } from '../state/situation-text.js'
import { showSpan } from '../state/words.js'
import { harOf } from '../parts/formats.js'
import { failNext, RequestDetailPane } from './request-detail-pane.js'

/** Which requests are shown: a kind of result, and what is known of the request contains. `kind` is a method or an operation. */
const ALL = { result: '', find: '', kind: '' }
/** In the address as well: the request whose details are shown. */
const START = { ...ALL, request: '' }

const RESULTS: readonly (readonly [kind: string, words: string, test: (request: RequestEntry) => boolean])[] = [
  ['', 'All', () => true],
  ['fine', '2xx', ({ status }) => status >= 200 && status < 300],
  ['refused', '4xx', ({ status }) => status >= 400 && status < 500],
  ['failed', '5xx or none', ({ status, held }) => held !== true && (status === 0 || status >= 500)],
  ['fault', 'By fault', ({ fault }) => fault !== undefined],
]

const CompareDialog = lazy(async () => [(await import('../sandboxes/later.js')).CompareDialog])

export function RequestsView() {
  const { sandbox, requests } = contentsHere()
  const filter = useQuery(START)
  const openedId = /^\d+$/.test(filter.values.request) ? Number(filter.values.request) : undefined
  const open = (id: number | undefined): void => filter.set({ request: String(id ?? '') })
  const chosen = chosenFrom(requests, filter.values)
  const index = chosen.findIndex(({ id }) => id === openedId)
  const opened = chosen[index]
  const close = (): void => {
    open(undefined)
    // Once the list is there again.
    setTimeout(() => document.querySelector<HTMLElement>(`[data-request="${openedId}"]`)?.focus())
  }
  return (
    <View title="Requests" head={<Actions chosen={chosen} />} tools={<Toolbar {...filter} />}>
      {requests.length === 0 && (
        <Empty title="No requests yet">
          Requests with the key <code>{sandbox.apiKey}</code> to <code>{sandbox.baseUrl}</code> appear here as they
          arrive.
        </Empty>
      )}
      {requests.length > 0 && chosen.length === 0 && <NoMatch what="requests" onClear={() => filter.set(ALL)} />}
      <div class={openedId === undefined ? '' : 'beside'}>
        {chosen.length > 0 && <RequestTable requests={chosen} openedId={openedId} onOpen={open} />}
        {opened !== undefined && (
          <RequestDetailPane
            key={opened.id}
            request={opened}
            onNewer={() => open(chosen[index - 1]?.id ?? openedId)}
            onOlder={() => open(chosen[index + 1]?.id ?? openedId)}
            onTrace={() => filter.set({ find: opened.traceId ?? '' })}
            onClose={close}
          />
        )}
        {opened === undefined && openedId !== undefined && <Unlisted id={openedId} onClose={close} />}
      </div>
      {(requests[0]?.id ?? 1) > 1 && <p class="hint">Earlier requests are no longer in the journal.</p>}
    </View>
  )
}

interface RequestTableProps {
  readonly requests: readonly RequestEntry[]
  readonly openedId: number | undefined
  readonly onOpen: (id: number) => void
}

function RequestTable({ requests, openedId, onOpen }: RequestTableProps) {
  const target = ({ id, method, path }: RequestEntry) => (
    <button
      type="button"
      class="opens"
      data-request={id}
      aria-expanded={id === openedId}
      aria-label={`Request ${id}: ${method} ${path}`}
      onClick={() => onOpen(id)}
      // While details are shown, the arrows step through the list.
      onFocus={() => openedId !== undefined && onOpen(id)}
    >
      <b>{method}</b> {path}
    </button>
  )
  const columns: readonly Column<RequestEntry>[] = [
    { class: 'time', head: 'Time, UTC', cell: ({ at }) => at.slice(11, 19) },
    { class: 'status', head: 'Status', cell: HttpStatus },
    { class: 'target', head: 'Request', cell: target },
    { class: 'why', head: 'Reason', cell: why },
    { class: 'took', head: 'Duration', cell: ({ held, durationMs }) => (held ? '' : showSpan(durationMs)) },
  ]
  return (
    <Table
      name="Requests"
      columns={columns}
      rows={requests}
      keyOf={({ id }) => id}
      classOf={({ id, at }) =>
        (id === openedId && 'opened') || (realNow.value - Date.parse(at) < CHANGED_MS ? 'changed' : '')
      }
    />
  )
}

function why({ reason, fault, violations }: RequestEntry) {
  return (
    <>
      {fault !== undefined && <span class="badge fault">{fault}</span>}{' '}
      {violations !== undefined && <span class="badge failed">violates the contract</span>}{' '}
      <span class="clipped" title={reason}>
        {reason}
      </span>
    </>
  )
}

function Unlisted({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  return (
    <aside class="detail">
      <p>Request {id} is not listed: a filter hides it, or it is no longer in the journal.</p>
      <Button data-close onClick={onClose} words="Close" />
    </aside>
  )
}

function chosenFrom(requests: readonly RequestEntry[], { result, find, kind }: typeof ALL): RequestEntry[] {
  const words = find.trim().toLowerCase()
  return requests
    .filter(RESULTS.find(([each]) => each === result)?.[2] ?? (() => true))
    .filter(({ method, operation }) => ['', method, operation].includes(kind))
    .filter(({ method, path, operation = '', status, reason, traceId = '' }) =>
      `${method} ${path} ${operation} ${status} ${reason} ${traceId}`.toLowerCase().includes(words),
    )
    .toReversed()
}

function Actions({ chosen }: { readonly chosen: readonly RequestEntry[] }) {
  const { sandbox, requests } = contentsHere()
  // A HAR file is in the order in which things happened.
  const save = async (): Promise<void> => {
    const details = chosen.toReversed().map(({ id }) => boxHere().requests.get(id))
    saveFile(`${sandbox.name}.har`, stringifyJson(harOf(await Promise.all(details), sandbox), 2))
  }
  return (
    <>
      <Button icon="fault" title="With status 503" onClick={() => void failNext()} words="Fail the next request" />
      <Menu name="More actions on requests">
        <Button icon="compare" onClick={() => openDialog(<CompareDialog />)} words="Compare" />
        <Button disabled={chosen.length === 0} onClick={() => void run(save)} words="Export as HAR" />
        <Button
          class="danger"
          aria-label="Clear the journal"
          disabled={requests.length === 0}
          onClick={() => void run(() => boxHere().requests.clear())}
          words="Clear"
        />
      </Menu>
    </>
  )
}

function Toolbar({ values, set }: Query<typeof START>) {
  const { requests } = contentsHere()
  const all = new Set(['', values.kind, ...requests.flatMap(({ method, operation = method }) => [method, operation])])
  const kinds = Array.from(all, (each) => [each, each || 'Any operation'] as const)
  const results = RESULTS.map(([kind, words, test]) => [kind, words, requests.filter(test).length] as const)
  return (
    <>
      <Field label="Search requests" type="search" value={values.find} onInput={(find) => set({ find })} />
      <FilterButtons label="Result" value={values.result} onChange={(result) => set({ result })} options={results}>
        <Field label="Method or operation" value={values.kind} onInput={(kind) => set({ kind })} options={kinds} />
      </FilterButtons>
    </>
  )
}
