// What the first view does not need, in one file.
export { CompareDialog } from '../requests/compare-dialog.js'
export { RulesView } from '../rules/rules-view.js'
export { SandboxesView } from '../sandboxes/sandboxes-view.js'
