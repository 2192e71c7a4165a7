export { createSchemaCheck, findUnbounded, lookUp, type SchemaCheck } from './check-schema.js'
export { didYouMean } from './did-you-mean.js'
export { InvalidInputError, type InputPath, type Problem, Problems, readAt, showPath } from './invalid-input-error.js'
export { refuseUnknown, ToolError } from './tool-error.js'
