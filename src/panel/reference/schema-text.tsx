import type { ComponentChildren } from 'preact'
import type { Schema } from './description.js'

/** A schema in a few words, with links to those that have a name: `array of Order`, `integer (int64)`. */
export function SchemaText({ schema }: { readonly schema: Schema }): ComponentChildren {
  const { $ref, type, format, items, enum: values } = schema
  if ($ref !== undefined) return <SchemaLink name={$ref.split('/').at(-1) ?? ''} />
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return <Several schemas={alternatives} word="or" />
  if (schema.allOf !== undefined) return <Several schemas={schema.allOf} word="and" />
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

function SchemaLink({ name }: { readonly name: string }): ComponentChildren {
  return <a href={`#${schemaId(name)}`}>{name}</a>
}

/** Where the schema of this name is shown. */
export function schemaId(name: string): string {
  return `schema-${name}`
}

function Several({ schemas, word }: { readonly schemas: readonly Schema[]; readonly word: string }): ComponentChildren {
  return schemas.map((schema, index) => (
    <>
      {index > 0 && ` ${word} `}
      <SchemaText schema={schema} />
    </>
  ))
}

/** The named schemas with their members. */
export function SchemaSection({ schemas }: { readonly schemas: Readonly<Record<string, Schema>> }): ComponentChildren {
  return (
    <section aria-labelledby="schemas-title">
      <h2 id="schemas-title">Schemas</h2>
      {Object.entries(schemas).map(([name, schema]) => (
        <section key={name} class="card schema" id={schemaId(name)} aria-labelledby={`${schemaId(name)}-title`}>
          <h3 id={`${schemaId(name)}-title`} class="name">
            {name}
          </h3>
          {schema.description !== undefined && <Prose text={schema.description} />}
          {schema.properties === undefined ? (
            <p class="type">
              <SchemaText schema={schema} />
            </p>
          ) : (
            <Members schema={schema} />
          )}
        </section>
      ))}
    </section>
  )
}

function Members({ schema: { properties = {}, required = [] } }: { readonly schema: Schema }): ComponentChildren {
  return (
    <dl class="members">
      {Object.entries(properties).map(([name, member]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
            {required.includes(name) && <span class="hint"> required</span>}
          </dt>
          <dd>
            <span class="type">
              <SchemaText schema={member} />
            </span>
            {member.description !== undefined && <Prose text={member.description} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Text of a description: paragraphs, with code between backticks. */
export function Prose({ text }: { readonly text: string }): ComponentChildren {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => (
      <p key={paragraph} class="prose">
        <Code text={paragraph} />
      </p>
    ))
}

/** A line of it. */
export function Code({ text }: { readonly text: string }): ComponentChildren {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))
}
