import { tellWays } from '../../contract/index.js'
import { counted } from '../../node/index.js'
import { freedoms, openPoints, operations, version } from '../../spec/index.js'
import { CHECK_KINDS, type CheckResult } from '../check.js'
import { STYLE } from './html-style.js'
import { markup, type Markup } from './markup.js'
import { factsOf, sectionsOf, SUBJECTS, summaryOf, type VerificationReport } from './verification-report.js'

/** The first lines of such a page. */
export const HTML_BEGINNING =
  /^<!doctype html>\s*<html lang="en">\s*<head>\s*<meta charset="utf-8">\s*<meta name="generator" content="orders-mock\b/

/**
 * The report as a page for people who do not know the tool: one file without scripts, to read on a screen or to print.
 * Whatever a provider sent is text in it.
 */
export function htmlReport(report: VerificationReport): string {
  const { result, error } = report
  const hints = [error?.message ?? [], ...report.hints].flat()
  const verdict = verdictFor(report)
  const parts = [subjects(report), violations(report), ...others(report), choices(report), responses(report)]
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="orders-mock ${version}">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${verdict}: ${report.provider}</title>
${STYLE}
</head>
<body>
<header class="${result}">
<p>Store Orders Service contract</p>
<h1>${verdict}</h1>
<p>${summaryOf(report)}</p>
${hints.map((text) => markup`<p>${text}</p>\n`)}</header>
<main>
${parts}${allChecks(report)}</main>
</body>
</html>
`.text
}

function verdictFor({ result, summary: { failed, skipped }, checks }: VerificationReport): string {
  if (failed > 0) return 'The provider violates the contract'
  if (result === 'fail') return `${counted(skipped, 'check')} could not run`
  if (result === 'error') return 'The run could not be completed'
  const known = checks.filter((check) => check.known).length
  return `The provider conforms to the contract${known === 0 ? '' : `, except for ${counted(known, 'known violation')}`}`
}

function subjects({ checks }: VerificationReport): Markup {
  const rows = CHECK_KINDS.filter((kind) => checks.some((check) => check.kind === kind)).map((kind) => {
    const results = checks.filter((check) => check.kind === kind).map(({ result }) => result)
    const count = (result: CheckResult['result']) => results.filter((each) => each === result).length
    return [`${kind}: ${SUBJECTS[kind]}`, count('passed'), count('failed'), count('skipped')]
  })
  const intro = 'orders-mock compared responses of the provider with the specification of the Store Orders Service.'
  return section('Checks', [intro], table(['Subject', 'Passed', 'Violations', 'Skipped'], rows))
}

function violations({ checks, seed }: VerificationReport): Markup {
  const failures = checks.filter(({ result }) => result === 'failed' || result === 'error')
  const commands = failures.map(({ steps, curl = '' }) => steps?.join('\n') ?? curl).join('\n')
  const variables = new Set(Array.from(commands.matchAll(/\$\{?(ORDERS_MOCK_\w+)/g), ([, name]) => name))
  const ofRun = [
    'To reproduce a violation, paste its commands into bash.',
    variables.size === 0 ? '' : `They contain no secrets. Export these variables first: ${[...variables].join(', ')}.`,
    `To repeat the whole run, use the same options and --seed ${seed}.`,
  ]
  const intro = seed === undefined ? ['Each violation names the recorded requests that show it.'] : ofRun
  return section('Violations and errors', intro, [...contents(failures), ...failures.map(article)])
}

/** Links to the violations, by the section of the specification. */
function contents(failures: readonly CheckResult[]): Markup[] {
  const groups = [...new Set(failures.map(({ clause }) => clause))].map((title) => {
    const links = failures.flatMap(({ clause, name }, index) => {
      const number = index + 1
      return clause === title ? [markup`<li value="${number}"><a href="#finding-${number}">${name}</a></li>\n`] : []
    })
    return markup`<h3>${title} (${links.length})</h3>\n<ol>\n${links}</ol>\n`
  })
  return failures.length < 2 ? [] : [markup`<nav aria-label="Violations and errors">\n${groups}</nav>\n`]
}

function article(check: CheckResult, index: number): Markup {
  const facts = factsOf(check).map(([label, text]) => {
    return markup`<div><dt>${label}</dt><dd class="${label}">${text}</dd></div>\n`
  })
  return markup`<article id="finding-${index + 1}">
<h3>${index + 1}. ${check.name}</h3>
<p>${check.message ?? ''}</p>
<dl>
${facts}<div><dt>Check</dt><dd>${check.kind}, ${check.id}</dd></div>
</dl>
</article>
`
}

/** Known violations, skipped checks and notes. */
function others(report: VerificationReport): Markup[] {
  const sections = sectionsOf(report).filter(({ kind }) => kind !== 'failure' && kind !== 'coverage')
  return sections.map(({ title, items }) => {
    const list = items.map((item) => markup`<li>${item}</li>\n`)
    return section(
      title.replace(/^./, (first) => first.toUpperCase()),
      [],
      [markup`<ul>\n${list}</ul>\n`],
    )
  })
}

function choices({ freedoms: habits = [] }: VerificationReport): Markup {
  const rows = habits.map((habit) => {
    const choicesOf = freedoms.find(({ name }) => name === habit.freedom)?.choices ?? []
    const shown = Object.fromEntries(choicesOf.map(({ name, shows }) => [name, shows]))
    return [openPoints[habit.freedom].open.replaceAll('`', ''), habit.section, tellWays(habit, shown)]
  })
  const intro = 'The specification leaves these points open, and each choice conforms to the contract.'
  const numbers = 'The numbers say how often each choice was seen.'
  return section('Choices of the provider', [intro, numbers], table(['Point', 'Section', 'Choice'], rows))
}

function responses({ coverage }: VerificationReport): Markup {
  const rows = coverage.map(({ operation, status, seen }) => {
    return [`${operations[operation].method} ${operations[operation].path}`, status, seen === 0 ? 'none' : seen]
  })
  return section('Responses seen', [], table(['Request', 'Status', 'Responses'], rows))
}

function allChecks({ checks }: VerificationReport): Markup {
  const rows = checks.map(({ kind, name, clause, result, known }) => {
    const found = result === 'failed' ? 'violation' : result
    return [name, kind, clause, markup`<span class="${result}">${known ? 'known violation' : found}</span>`]
  })
  return section('All checks', [], table(['Check', 'Kind', 'Section', 'Result'], rows))
}

/** A part of the page; nothing, if it has no content. */
function section(title: string, intro: readonly string[], content: readonly Markup[]): Markup {
  const text = intro.filter(Boolean).map((sentence) => markup`<p>${sentence}</p>\n`)
  return content.length === 0 ? markup`` : markup`<section>\n<h2>${title}</h2>\n${text}${content}</section>\n`
}

function table(head: readonly string[], rows: readonly (readonly (string | number | Markup)[])[]): Markup[] {
  const titles = head.map((title) => markup`<th scope="col">${title}</th>`)
  const lines = rows.map((row) => markup`<tr>${row.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`)
  return rows.length === 0
    ? []
    : [markup`<table>\n<thead><tr>${titles}</tr></thead>\n<tbody>\n${lines}</tbody>\n</table>\n`]
}
