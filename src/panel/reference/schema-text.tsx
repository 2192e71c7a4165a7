import type { ComponentChildren } from 'preact'
import { Card } from '../parts/view.js'
import { nameOf, type Schema } from './description.js'

/** A schema in a few words, with links to those that have a name: `array of Order`, `integer (int64)`. */
export function SchemaText({ schema }: { readonly schema: Schema }) {
  const { $ref, type, format, items, enum: values, allOf, anyOf = schema.oneOf } = schema
  if ($ref !== undefined) return <a href={`#schema-${nameOf(schema)}`}>{nameOf(schema)}</a>
  const alternatives = anyOf ?? allOf
  if (alternatives !== undefined) {
    return alternatives.map((each, index) => (
      <>
        {index > 0 && (anyOf === undefined ? ' and ' : ' or ')}
        <SchemaText schema={each} />
      </>
    ))
  }
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (items !== undefined) {
    return (
      <>
        array of <SchemaText schema={items} />
      </>
    )
  }
  const name = typeof type === 'string' ? type : (type?.join(' or ') ?? 'anything')
  return format === undefined ? name : `${name} (${format})`
}

/** The named schemas with their members. */
export function SchemaSection({ schemas }: { readonly schemas: Readonly<Record<string, Schema>> }) {
  return (
    <section aria-labelledby="schemas-title">
      <h2 id="schemas-title">Schemas</h2>
      {Object.entries(schemas).map(([name, schema]) => (
        <Card key={name} id={`schema-${name}`} title={name}>
          <Prose text={schema.description} />
          {schema.properties === undefined ? (
            <p class="type">
              <SchemaText schema={schema} />
            </p>
          ) : (
            <Members
              rows={Object.entries(schema.properties).map(([member, of]) => ({
                term: <code>{member}</code>,
                remark: schema.required?.includes(member) === true ? 'required' : '',
                schema: of,
                text: of.description,
              }))}
            />
          )}
        </Card>
      ))}
    </section>
  )
}

interface MembersProps {
  readonly class?: string
  readonly rows: readonly {
    readonly term: ComponentChildren
    readonly remark?: string
    readonly schema?: Schema | undefined
    readonly text: string | undefined
    readonly more?: ComponentChildren
  }[]
}

/** What something consists of: parameters, responses, members. */
export function Members({ rows, ...rest }: MembersProps) {
  return (
    <dl class={`members ${rest.class ?? ''}`}>
      {rows.map(({ term, remark, schema, text, more }, index) => (
        <div key={index}>
          <dt>
            {term} <span class="hint">{remark}</span>
          </dt>
          <dd>
            {schema !== undefined && (
              <span class="type">
                <SchemaText schema={schema} />
              </span>
            )}
            <Prose text={text} />
            {more}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Text of a description: paragraphs, with code between backticks. */
export function Prose({ text = '' }: { readonly text: string | undefined }) {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => (
      <p key={paragraph}>
        <Code text={paragraph} />
      </p>
    ))
}

/** A line of it. The page on assumptions is a part of the reference. */
export function Code({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) => {
    if (index % 2 === 0) return part
    return part === 'assumptions.md' ? <a href="#assumptions">assumptions</a> : <code key={index}>{part}</code>
  })
}
