// `npm run -s sbom`: writes an SBOM in CycloneDX of all packages that run in production to standard output. That
// includes the packages that the build contains (`builtIn` in package.json), which have no folder in an image.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))

/** The package name in a path of the lock file. */
const nameOf = (path) => path.split('node_modules/').at(-1)

const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

const licencesIn = (license) =>
  license === undefined ? [] : [/^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }]

const hashesIn = (integrity = '') =>
  integrity.split(' ').flatMap((hash) => {
    const [, size, content] = /^sha(\d+)-(.+)$/.exec(hash) ?? []
    return content ? { alg: `SHA-${size}`, content: Buffer.from(content, 'base64').toString('hex') } : []
  })

/** The SBOM, from package.json and the lock file. */
export const sbom = () => {
  const { name, version, builtIn } = read('package.json')
  const { packages } = read('package-lock.json')
  const running = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
  const components = new Map(
    running.map(([path, { version, license, integrity, optional, devOptional }]) => {
      const name = nameOf(path)
      const purl = purlOf(name, version)
      const component = {
        ...{ type: 'library', 'bom-ref': purl, name, version, purl },
        scope: optional || devOptional ? 'optional' : 'required',
        licenses: licencesIn(license),
        hashes: hashesIn(integrity),
        ...(builtIn.includes(name) && { properties: [{ name: 'butterfly:built-in', value: 'true' }] }),
      }
      return [purl, component]
    }),
  )
  return {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 },
    metadata: { component: { type: 'application', 'bom-ref': `${name}@${version}`, name, version } },
    components: [...components.values()],
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${JSON.stringify(sbom(), null, 2)}\n`)
