import { ASYMMETRIC_MATCHERS_OBJECT, chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect'

// What the facts need of Vitest, for places where Vitest does not run: a page, and other runtimes. It takes its place when
// they are bundled. The assertions are those of Vitest.

chai.use(JestExtend)
chai.use(JestChaiExpect)
chai.use(JestAsymmetricMatchers)

export const expect: unknown = Object.assign(
  (value: unknown, message?: string) => chai.expect(value, message),
  chai.expect,
  (globalThis as Record<symbol, object>)[ASYMMETRIC_MATCHERS_OBJECT],
)

/** What came of a fact; skipped ones say why. */
export interface FactResult {
  readonly name: string
  readonly result: 'held' | 'failed' | 'skipped'
  readonly message?: string
}

interface TestContext {
  readonly skip: (condition: boolean, reason?: string) => void
}

interface Fact {
  readonly name: string
  readonly check: (context: TestContext) => unknown
}

/** A fact that takes longer is not going to end. */
const LIMIT_MS = 60_000

const facts: Fact[] = []
const titles: string[] = []

export function describe(name: string, define: () => void): void {
  titles.push(name)
  define()
  titles.pop()
}

describe.each = <Row extends object>(rows: readonly Row[]) => {
  return (name: string, define: (row: Row) => void): void => {
    for (const row of rows) {
      const title = name.replace(/\$(\w+)/, (_, member: keyof Row & string) => String(row[member]))
      describe(title, () => define(row))
    }
  }
}

export function test(name: string, check: Fact['check']): void {
  facts.push({ name: [...titles, name].join(' > '), check })
}

/** Checks one fact after the other, but for those whose names contain a text. */
export async function checkFacts(without?: string): Promise<FactResult[]> {
  const results: FactResult[] = []
  for (const fact of facts)
    if (without === undefined || !fact.name.includes(without)) results.push(await checkFact(fact))
  return results
}

class SkipError extends Error {}

async function checkFact({ name, check }: Fact): Promise<FactResult> {
  const context: TestContext = {
    skip: (condition, reason) => {
      if (condition) throw new SkipError(reason)
    },
  }
  const late = new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`It took longer than ${LIMIT_MS} ms.`)), LIMIT_MS)
  })
  return await Promise.race([check(context), late]).then(
    () => ({ name, result: 'held' }),
    (error: Error) => ({ name, result: error instanceof SkipError ? 'skipped' : 'failed', message: error.message }),
  )
}
