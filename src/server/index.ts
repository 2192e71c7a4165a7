// For the rooms next door. What users get is in public.ts.
export * from './public.js'
export { readScenarioFolder } from './scenario-files.js'
