import { writeFileSync } from 'node:fs'
import { generatedFiles, textOf } from './generated-files.js'

for (const file of generatedFiles) writeFileSync(new URL(`../../${file.path}`, import.meta.url), await textOf(file))
