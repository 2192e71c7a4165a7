import type { ComponentChildren } from 'preact'
import { ViewHead } from '../parts/view-head.js'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.js'
import { stringifyJson } from '../../spec/index.js'
import type { RequestEntry } from '../../control-client/index.js'
import { Failure } from '../parts/failure.js'
import { Choice, Field } from '../parts/field.js'
import { FilterButtons } from '../parts/filter-buttons.js'
import { saveFile } from '../parts/save-file.js'
import { useAction } from '../parts/use-action.js'
import { FaultDialog } from '../rules/fault-dialog.js'
import { OPERATIONS } from '../rules/fault-form.js'
import { useContents, useModel } from '../state/panel-model.js'
import { chooseRequests, isOfKind, type RequestFilter, RESULT_KINDS } from './choose-requests.js'
import { CompareDialog } from './compare-dialog.js'
import { harOf } from './har.js'
import { RequestDetail } from './request-detail.js'
import { RequestTable } from './request-table.js'

/** What was asked of the API, and why it was answered so. */
export function RequestsView(): ComponentChildren {
  const { requests, evicted } = useContents()
  const [filter, setFilter] = useState<RequestFilter>({ kind: 'all', operation: '', text: '' })
  const [openedId, setOpenedId] = useState<number>()
  const chosen = chooseRequests(requests, filter)
  const index = chosen.findIndex(({ id }) => id === openedId)
  const opened = chosen[index]
  const close = (): void => {
    setOpenedId(undefined)
    document.querySelector<HTMLElement>(`[data-request="${openedId}"]`)?.focus()
  }
  return (
    <section aria-labelledby="view-title">
      <Head chosen={chosen} />
      <Toolbar filter={filter} onFilter={setFilter} />
      {chosen.length === 0 && <NoRequests isEmpty={requests.length === 0} />}
      <div class={opened === undefined ? '' : 'beside'}>
        {chosen.length > 0 && (
          <RequestTable requests={chosen} openedId={openedId} onOpen={({ id }) => setOpenedId(id)} />
        )}
        {opened !== undefined && (
          <RequestDetail
            key={opened.id}
            request={opened}
            onStep={(step) => setOpenedId(chosen[index + step]?.id ?? openedId)}
            onClose={close}
          />
        )}
      </div>
      {evicted > 0 && <p class="hint">{evicted.toLocaleString('en')} earlier requests are no longer in the journal.</p>}
    </section>
  )
}

function Head({ chosen }: { readonly chosen: readonly RequestEntry[] }): ComponentChildren {
  const model = useModel()
  const { sandbox, requests } = useContents()
  const [opened, setOpened] = useState<'compare' | 'fail'>()
  const action = useAction()
  const clear = async (): Promise<void> => {
    await model.box.requests.clear()
    model.updateContents(sandbox.name, { requests: [], evicted: 0 })
  }
  const close = (): void => setOpened(undefined)
  // A HAR file is in the order in which things happened.
  const save = async (): Promise<void> => {
    const details = chosen.toReversed().map(({ id }) => model.box.requests.get(id))
    saveFile(`${sandbox.name}.har`, stringifyJson(harOf(await Promise.all(details), sandbox), 2))
  }
  return (
    <>
      <ViewHead title="Requests">
        <Button onClick={() => setOpened('compare')} words="Compare" />
        <Button disabled={chosen.length === 0} onClick={() => void action.run(save)} words="Export as HAR" />
        <Button disabled={requests.length === 0} onClick={() => void action.run(clear)} words="Clear" />
        <Button onClick={() => setOpened('fail')} words="Make the next one fail" />
      </ViewHead>
      <Failure of={action} />
      {opened === 'compare' && <CompareDialog onClose={close} />}
      {opened === 'fail' && <FaultDialog isForNext place={(all, fault) => [fault, ...all]} onClose={close} />}
    </>
  )
}

interface ToolbarProps {
  readonly filter: RequestFilter
  readonly onFilter: (filter: RequestFilter) => void
}

function Toolbar({ filter, onFilter }: ToolbarProps): ComponentChildren {
  const { requests } = useContents()
  const others = requests.flatMap(({ operation }) => operation ?? [])
  const operations = [...new Set([...OPERATIONS, ...others])]
  return (
    <div class="toolbar">
      <FilterButtons
        label="Result"
        value={filter.kind}
        onChange={(kind) => onFilter({ ...filter, kind })}
        options={RESULT_KINDS.map(([value, words]) => ({
          value,
          words,
          count: requests.filter((request) => isOfKind(request, value)).length,
        }))}
      />
      <Choice
        label="Operation"
        value={filter.operation}
        onChange={(operation) => onFilter({ ...filter, operation })}
        options={[['', 'all operations'], ...operations.map((each) => [each, each] as const)]}
      />
      <Field
        label="Find in path and reason"
        type="search"
        value={filter.text}
        onInput={(text) => onFilter({ ...filter, text })}
      />
    </div>
  )
}

function NoRequests({ isEmpty }: { readonly isEmpty: boolean }): ComponentChildren {
  const { sandbox } = useContents()
  return (
    <div class="empty">
      <p class="empty-title">{isEmpty ? 'No requests yet' : 'No matching requests'}</p>
      {isEmpty && (
        <p>
          Requests with the key <code>{sandbox.apiKey}</code> to <code>{sandbox.baseUrl}</code> appear here as they
          come.
        </p>
      )}
    </div>
  )
}
