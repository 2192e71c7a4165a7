// What the first view does not need, in one file.
export { RulesView } from '../rules/rules-view.js'
export { CompareDialog } from './compare-dialog.js'
export { SandboxesView } from './sandboxes-view.js'
