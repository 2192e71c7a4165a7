import { stringify } from 'lossless-json'

const METHODS = ['get', 'put', 'post', 'patch', 'delete']
const DAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium' })

/**
 * The content of the reference for an OpenAPI description, in the form for display: without `$ref`s, and
 * with texts that have code between backticks and links as in Markdown.
 *
 * @param base the path to which those of the description are relative
 * @param assumptions the document on what the specification leaves open, if that is a part of the reference
 */
export function referenceOf({ info, tags, paths, components }, base, assumptions = '') {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => [base + path.replace(/^\/$/, ''), item, method]),
  )
  const groups = tags.map(({ name }) => {
    const inGroup = operations.filter(([, item, method]) => item[method].tags[0] === name)
    return [name.charAt(0).toUpperCase() + name.slice(1), inGroup.map((each) => operationOf(...each, components))]
  })
  return {
    title: info.title,
    version: info.version,
    summary: info.summary,
    text: textOf(info.description),
    base,
    groups,
    // The page shows the freedoms from their table, with what the sandbox does.
    assumptions: assumptions
      .split('\n## ')
      .slice(1)
      .filter((each) => !each.startsWith('Freedoms\n'))
      .map(assumptionOf),
    schemas: Object.entries(components.schemas).map(schemaOf),
  }
}

function operationOf(path, item, method, components) {
  const { operationId, summary, description, requestBody, responses, parameters = [], ...operation } = item[method]
  const all = [...(item.parameters ?? []), ...parameters]
  return {
    id: operationId,
    summary,
    method: method.toUpperCase(),
    path,
    text: textOf(description),
    badges: [operation['x-stability'], operation.deprecated && 'deprecated'].filter(Boolean),
    dates: datesOf(operation),
    canBeTried: operation['x-hideTryItPanel'] !== true,
    parameters: all.map((each) => parameterOf(follow(each, components))),
    body: requestBody && contentsOf(requestBody.content, components),
    responses: Object.entries(responses).map(([status, each]) =>
      responseOf(status, follow(each, components), components),
    ),
  }
}

/** Those to schemas are kept as links. */
function follow(part, components) {
  return part.$ref === undefined ? part : components[part.$ref.split('/').at(-2)][nameOf(part.$ref)]
}

function parameterOf({ name, in: place, required, schema, description, example }) {
  const remark = `in the ${place}${required ? ', required' : ''}`
  return { name, remark, place, type: typeOf(schema), text: textOf(description), example: example && `${example}` }
}

function responseOf(name, { description, headers = {}, content = {} }, components) {
  const paragraphs = Object.entries(headers).map(
    ([header, part]) => `\`${header}\` ${follow(part, components).description}`,
  )
  return {
    name,
    text: textOf([description, ...paragraphs].join('\n\n')),
    contents: contentsOf(content, components, name),
  }
}

function contentsOf(content, components, status) {
  return Object.entries(content).map(([mediaType, { schema, example = exampleOf(schema, components) }]) => {
    if (mediaType === '*/*') return { type: 'or any other media type' }
    // All errors share one schema, whose example has one status.
    const isOfOther = status !== undefined && 'code' in Object(example) && `${example.status}` !== status
    const of = Object.keys(schema).length === 0 ? '' : `: ${typeOf(schema)}`
    return { type: mediaType + of, example: isOfOther ? undefined : stringify(example) }
  })
}

function datesOf({ 'x-deprecated-since': since, 'x-deprecated-sunset': sunset }) {
  const dates = [since && `since ${DAY.format(new Date(since))}`, sunset && `sunset on ${DAY.format(new Date(sunset))}`]
  return dates.filter(Boolean).join(', ') || undefined
}

function assumptionOf(section) {
  const [title, ...lines] = section.split('\n')
  return {
    name: title.replaceAll('`', ''),
    text: textOf(lines.join('\n').replaceAll('_To change it:_', 'To change it:')),
  }
}

function schemaOf([name, schema]) {
  const { description, properties, required = [] } = schema
  const members = Object.entries(properties ?? {}).map(([member, of]) => {
    const remark = required.includes(member) ? 'required' : undefined
    return { name: member, remark, type: typeOf(of), text: textOf(of.description) }
  })
  return { name, text: textOf(description), type: properties === undefined ? typeOf(schema) : undefined, members }
}

/** A schema in a few words, with links to those that have a name: `array of [Order](#schema-Order)`. */
function typeOf({ $ref, type = 'anything', format, items, enum: values, const: value, allOf, oneOf, anyOf = oneOf }) {
  if ($ref !== undefined) return `[${nameOf($ref)}](#schema-${nameOf($ref)})`
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ')
  if (allOf !== undefined) return allOf.map(typeOf).join(' and ')
  if (value !== undefined) return JSON.stringify(value)
  if (values !== undefined) return values.map((each) => JSON.stringify(each)).join(' or ')
  if (items !== undefined) return `array of ${typeOf(items)}`
  return [type].flat().join(' or ') + (format === undefined ? '' : ` (${format})`)
}

/** An example of a schema, or of what it refers to. */
function exampleOf({ $ref, examples, items }, components) {
  if ($ref !== undefined) return exampleOf(components.schemas[nameOf($ref)], components)
  if (examples !== undefined) return examples[0]
  const item = items && exampleOf(items, components)
  return item && [item]
}

function nameOf(ref) {
  return ref.split('/').at(-1)
}

/** The document on assumptions is a part of the reference. */
function textOf(text = '') {
  return text.trim().replaceAll('`assumptions.md`', '[assumptions](#assumptions)')
}
