// What the documents tell people to type exists: scripts, commands of the operator's tool with their options, files, saved questions.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '#bin/operator/commands.ts'
import { carriedKinds, leftKinds } from '#functions/data/tenancy/carry/kinds.ts'
import { boxedKinds } from '#functions/domain/tenancy/carried-boxes.ts'
import { environment } from '#infra/environments.ts'

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md']
  .concat(readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((file) => join('docs', file)))
  // The lists of requirements are given.
  .filter((file) => file.endsWith('.md') && !file.startsWith('docs/acceptance/'))
const texts = pages.map((page) => ({ page, text: readFileSync(page, 'utf8') }))
/** What stands in the letters of a machine: within a line, and in blocks line by line. */
const typed = texts.flatMap(({ page, text }) => {
  const blocks = [...text.matchAll(/```\w*\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.split('\n'))
  const within = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return [...blocks.map((line) => line.replace(/#.*$/, '')), ...within].map((code) => ({ page, code: code.trim() }))
})
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

/** A key with each value in it as a blank. */
const shapeOf = (key: string) => key.replaceAll(/\$\{\w+\}|<[^>]*>/g, '<>')
/** Keys that the page names by their heads alone, or once for each of their owners. */
const summed = new Set(['L#<>#<>#<>', '<>#SETTINGS', 'C#<>#PARTS#<>'])

describe('the documents', () => {
  it('name scripts that there are', () => {
    const named = typed.flatMap(({ page, code }) =>
      [...code.matchAll(/\bnpm run ([\w:]+)/g)].map(([, script = '']) => ({ page, script })),
    )
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter(({ script }) => !(script in scripts))).toEqual([])
  })

  it('run TypeScript by the Node of the project, because the one that is installed may be older', () => {
    const run = typed.filter(({ code }) => /\bnode\s+[\w./-]+\.ts\b/.test(code))
    expect(run.length).toBeGreaterThan(3)
    expect(run.filter(({ code }) => !/\bnpx node\s/.test(code))).toEqual([])
  })

  it("name commands of the operator's tool that there are, with options that they take", () => {
    const long = typed.flatMap(({ page, code }) =>
      [...code.matchAll(/npm run operator -- ([^|;&]*)/g)].map(([, line = '']) => ({ page, line: line.trim() })),
    )
    // In lists a command stands alone, with what it is given.
    const short = typed
      .filter(({ page }) => /operating|first-account|runbooks/.test(page))
      .filter(({ code }) => Object.keys(commands).some((name) => code === name || code.startsWith(`${name} `)))
      .map(({ page, code }) => ({ page, line: code }))
    expect(long.length).toBeGreaterThan(25)
    const wrong = [...long, ...short].filter(({ line }) => {
      const [name = '', ...rest] = line.split(/\s+/)
      if (name.startsWith('<') || name === 'help') return false
      const command = commands[name]
      if (!command) return true
      const options = rest.filter((word) => /^--[a-z]/.test(word)).map((word) => word.replace(/[^a-z-].*$/, ''))
      return options.some((option) => !command.usage.includes(option))
    })
    expect(wrong).toEqual([])
  })

  it('name files that there are', () => {
    const files = typed
      .map(({ page, code }) => ({ page, file: code.replace(/[:#].*$/, '') }))
      .filter(({ file }) =>
        /^(functions|shared|infra|web|bin|tests|docs|\.github)\/[\w./-]+\.(ts|tsx|md|json|yml|mjs|sh)$/.test(file),
      )
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter(({ file }) => !existsSync(file))).toEqual([])
  })

  it('name files by their end alone where there is one that ends so', () => {
    const there = ['functions', 'shared', 'infra', 'web', 'bin', 'tests'].flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
    )
    const ends = typed
      .map(({ page, code }) => ({ page, end: code.replace(/[:#].*$/, '') }))
      .filter(({ end }) => /^[\w-][\w./-]*\.tsx?$/.test(end) && !existsSync(end))
    expect(ends.length).toBeGreaterThan(5)
    expect(ends.filter(({ end }) => !there.some((file) => file.endsWith(`/${end}`)))).toEqual([])
  })

  it('lead to pages that there are, and to headings on them', () => {
    const anchorOf = (heading: string) =>
      heading
        .toLowerCase()
        .replace(/[^\p{Letter}\p{Number} _-]/gu, '')
        .replaceAll(' ', '-')
    const headings = (file: string) =>
      [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
    const broken = texts.flatMap(({ page, text }) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^(https?:|mailto:)/.test(target))
        .filter((target) => {
          const [file = '', anchor] = target.split('#')
          const at = file === '' ? page : join(dirname(page), file)
          if (!existsSync(at)) return true
          return anchor !== undefined && at.endsWith('.md') && !headings(at).includes(anchor)
        })
        .map((target) => `${page}: ${target}`),
    )
    expect(broken).toEqual([])
  })

  it('name questions that are saved', () => {
    const saved = readFileSync('infra/saved-queries.ts', 'utf8') + readFileSync('infra/log-queries.ts', 'utf8')
    const named = texts.flatMap(({ page, text }) =>
      [...text.matchAll(/saved (?:query|question) `(\w+)`/g)].map(([, name = '']) => ({ page, name })),
    )
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(saved))).toEqual([])
  })

  it('list every key by which rows are found', () => {
    const files = globSync('functions/data/**/*.ts').map((file) => readFileSync(file, 'utf8'))
    const keys = files.flatMap((text) => [...text.matchAll(/key\('(?:gsi\d)?pk', \[[^\]]*\], '([^']+)'/g)])
    // What stands for a value has other names on the page than in the code.
    const known = new Set(
      [...readFileSync('docs/table.md', 'utf8').matchAll(/`([^`]+)`/g)].map(([, code = '']) => shapeOf(code)),
    )
    const shapes = [...new Set(keys.map(([, key = '']) => shapeOf(key)))].filter((shape) => /[A-Z]/.test(shape))
    expect(shapes.length).toBeGreaterThan(70)
    expect(shapes.filter((shape) => !known.has(shape) && !summed.has(shape))).toEqual([])
  })

  it('name each host that the gateways ask', () => {
    const { text = '' } = texts.find(({ page }) => page === 'docs/security.md') ?? {}
    const table = text.split('## Who is asked outside')[1]?.split('\n## ')[0] ?? ''
    const hosts = globSync('functions/gateways/**/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/'https:\/\/([^/']+)/g)].map(([, host = '']) =>
        host.replace(/^\{\w+\}\./, ''),
      ),
    )
    expect(hosts.length).toBeGreaterThan(12)
    expect([...new Set(hosts)].filter((host) => !table.includes(`\`${host}\``))).toEqual([])
    const { breachedPasswordsUrl } = environment('prod')
    expect(table).toContain(new URL(breachedPasswordsUrl).host)
  })

  it('give each kind of row one class', () => {
    const { text = '' } = texts.find(({ page }) => page === 'docs/security.md') ?? {}
    const table = text.split('## What is held, and in which class')[1]?.split('\n## ')[0] ?? ''
    const named = table
      .split('\n')
      .filter((line) => line.startsWith('| **'))
      .flatMap((line) => [...(line.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, kind = '']) => kind))
    expect([...named].sort()).toEqual([...carriedKinds, ...Object.keys(leftKinds)].sort())
    // What may be sealed opens something.
    const opens = table.split('\n').find((line) => line.startsWith('| **Opens')) ?? ''
    for (const kind of boxedKinds) expect(opens).toContain(`\`${kind}\``)
  })
})
