export { checkModel, type ModelOptions, type ModelProgress } from './check-model.js'
