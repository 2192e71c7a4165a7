import { render } from 'preact'
import { takeTokenFromAddress } from './state/token.js'
import { ReferencePage } from './reference/reference-page.js'

takeTokenFromAddress()
const page = document.querySelector('#page')
if (page !== null) render(<ReferencePage />, page)
