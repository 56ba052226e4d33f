// The product lines a tenant has, and what a line may be called in an address.
import { defaultModules, type ProductLine, productLines } from '../model/company.ts'
import type { Modules } from './viewer.ts'

/** Lines that exist only once a tenant gave them both a name and a URL; the other two fall back to their defaults. */
const optionalLines: readonly ProductLine[] = ['enhance', 'b2b']

const segment = /^[A-Za-z0-9][A-Za-z0-9-]{0,39}$/

export type Line = { line: ProductLine; name: string; url: string }

/** A line as a tenant shows it; undefined when it is switched off or lacks what it needs. */
export function findLine(modules: Modules, line: ProductLine): Line | undefined {
  const own = modules[line]
  if (!own) return undefined
  const name = own.name.trim()
  const url = own.url.trim()
  if (optionalLines.includes(line) && !(name && url)) return undefined
  const shown = { line, name: name || defaultModules[line].name, url: url || defaultModules[line].url }
  return segment.test(shown.url) ? shown : undefined
}

/** The tenant's lines in their usual order. */
export function linesOf(modules: Modules): Line[] {
  return productLines.flatMap((line) => findLine(modules, line) ?? [])
}

/**
 * First segments that the product uses itself, so that no line can hide a page of ours, or stand where the edge serves something
 * else. Lower case.
 */
export const reservedSegments: ReadonlySet<string> = new Set([
  ...['login', 'sso', 'register', 'agency-register', 'reset-password-invalid', 'set-new-password', 'privacy-policy'],
  ...['forgot-password', 'confirm-email'],
  ...[
    'term-of-use',
    'licences',
    'developers',
    'service-billing-agreement',
    'marketing-services-agreement-developer',
    'download-auth',
    'user',
  ],
  ...['banner', 'campaign', 'campaign-setup', 'audience', 'client', 'integrations', 'configuration'],
  ...['keyword-counts'],
  ...['api', 'assets', 'static', 'brand', 'fonts', 'embedded-code', 'media', 'px'],
])

/** Why a line may not have this URL segment, as a sentence; null when it may. */
export function urlSegmentProblem(url: string, line: ProductLine, modules: Modules): string | null {
  const wanted = url.trim().toLowerCase()
  if (!segment.test(wanted)) return 'Use up to 40 letters, digits and hyphens, beginning with a letter or digit.'
  if (reservedSegments.has(wanted)) return `"${wanted}" is used by the platform itself. Please choose another URL.`
  const twin = linesOf(modules).find((other) => other.line !== line && other.url.toLowerCase() === wanted)
  return twin ? `"${wanted}" is already the URL of ${twin.name}. Please choose another URL.` : null
}
