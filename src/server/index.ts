// For the other modules. What users get is in public.ts.
export * from './public.js'
export { type MockMiddleware, mockMiddleware } from './middleware.js'
export { readScenarioFolder } from './scenario-files.js'
