export { type FurtherOperations, loadFurtherOperations } from './further-operations.js'
