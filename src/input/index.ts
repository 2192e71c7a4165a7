export { checkMembers } from './check-members.js'
export { createSchemaCheck, type SchemaCheck } from './check-schema.js'
export { InvalidInputError, type InputPath, type Problem, readAt, showPath } from './invalid-input-error.js'
export { ToolError } from './tool-error.js'
