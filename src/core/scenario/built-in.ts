import cancelled from '../../../fixtures/cancelled.yaml'
import defaultScenario from '../../../fixtures/default.yaml'
import empty from '../../../fixtures/empty.yaml'
import flaky from '../../../fixtures/flaky.yaml'
import int64 from '../../../fixtures/int64.yaml'
import large from '../../../fixtures/large.yaml'
import lostAnswers from '../../../fixtures/lost-answers.yaml'
import pending from '../../../fixtures/pending.yaml'
import shipped from '../../../fixtures/shipped.yaml'
import slow from '../../../fixtures/slow.yaml'
import sparse from '../../../fixtures/sparse.yaml'
import sunsetPassed from '../../../fixtures/sunset-passed.yaml'
import unlike from '../../../fixtures/unlike.yaml'
import type { ScenarioDocument } from './document.js'

export const builtInScenarios = {
  cancelled,
  default: defaultScenario,
  empty,
  flaky,
  int64,
  large,
  'lost-answers': lostAnswers,
  pending,
  shipped,
  slow,
  sparse,
  'sunset-passed': sunsetPassed,
  unlike,
} satisfies Record<string, ScenarioDocument>

/** The name of a scenario; editors complete the built-in ones. */
// An intersection, because `keyof … | string` is nothing but string, with nothing to complete.
export type ScenarioName = keyof typeof builtInScenarios | (string & {})
