// The licences of packages that a build contains.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const inPackage = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//

/**
 * The name, version and licence of each package that contains these files, as one text. Empty if none does.
 * @param {readonly string[]} files absolute paths
 * @throws Error when a package has no file with its licence
 */
export const licencesOf = (files) => {
  const folders = files.flatMap((file) => inPackage.exec(file.replaceAll('\\', '/'))?.[1] ?? [])
  return [...new Set(folders)].sort().map(licenceIn).join('\n')
}

/** @param {string} folder */
const licenceIn = (folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  if (files.length === 0) throw new Error(`${name} has no file with its licence: it cannot be built in`)
  return [
    `${name} ${version} (${license})`,
    '',
    ...files.map((file) => readFileSync(join(folder, file), 'utf8')),
    '',
  ].join('\n')
}
