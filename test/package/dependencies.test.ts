import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Licences that ask for no more than their own text, or only for changes of their own files. */
const LICENCES = /^(?:MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|MPL-2\.0|Python-2\.0)$/
/** Packages of Prism that have an MIT licence, and do not say so in their package.json. */
const UNNAMED = /\/(?:compute-(?:gcd|lcm)|validate\.io-(?:function|integer|integer-array|number))$/

interface LockFile {
  readonly packages: Readonly<Record<string, { integrity?: string; resolved?: string; license?: string }>>
}

test.each(['package-lock.json', '.ci/package-lock.json'])(
  'every package in %s is named by its digest, comes from the registry, and may be used by anyone',
  async (file) => {
    const { packages } = JSON.parse(await readFile(`${ROOT}${file}`, 'utf8')) as LockFile
    const wrong = Object.entries(packages).filter(([path, { integrity, resolved, license = '' }]) => {
      const licences = license.replaceAll(/[()]/g, '').split(' OR ')
      const isFree = licences.some((one) => LICENCES.test(one)) || (license === '' && UNNAMED.test(path))
      return path !== '' && !(integrity?.startsWith('sha512-') && resolved === undefined && isFree)
    })
    expect(Object.keys(packages).length).toBeGreaterThan(10)
    expect(wrong).toEqual([])
  },
)
