export { checkModel, type ModelOptions } from './check-model.js'
