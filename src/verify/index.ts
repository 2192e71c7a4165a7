// For the other modules. What users get is in public.ts.
export * from './public.js'
export { BASELINE_BEGINNING, baselineOf, createMarker, readBaseline, withKnown } from './report/baseline.js'
export { livePretty } from './report/pretty.js'
export { conclude } from './report/verification-report.js'
export { kindOfStates } from './states/provider-states.js'
export { readReportTargets, type ReportTarget, writeReports } from './report/write-reports.js'
