// The menu of a tenant's product lines: as it is typed, and as it is kept.
import { urlSegmentProblem } from '../access/lines.ts'
import { type FieldErrors, invalid } from '../errors.ts'
import { type Company, defaultModules, type ProductLine, productLines } from './company.ts'
import type { LeadMenu } from './setting.ts'

/** The menu as its form shows it; lines that are switched off are blank. */
export function toLeadMenu(modules: Company['modules']): LeadMenu {
  const of = (line: ProductLine) => modules[line] ?? { name: '', url: '' }
  return { local: of('local'), locator: of('locator'), enhance: of('enhance'), b2b: of('b2b') }
}

/** The two lines that stay while they have no name of their own: they go by their defaults. */
const always: readonly ProductLine[] = ['local', 'locator']

/** The lines that a tenant has, and those that it may be given by the person who saves. */
type Plan = { own: Company['modules']; addable: Company['modules'] }

/**
 * Turns a menu as it was typed into modules, or throws what is wrong with it, field by field. A menu names lines: which there are
 * the `plan` says; null means that nobody stands above, so that all may be there.
 */
export function toModules(menu: LeadMenu, plan: Plan | null): Company['modules'] {
  const fields: FieldErrors = {}
  const modules: Company['modules'] = {}
  for (const line of productLines) {
    const { name, url } = menu[line]
    const isBlank = name === '' && url === ''
    if (isBlank && (!always.includes(line) || (plan && !plan.own[line]))) continue
    if (!isBlank && plan && !plan.own[line] && !plan.addable[line]) {
      fields[`${line}.name`] = `${defaultModules[line].name} is not part of your plan.`
      continue
    }
    if (!always.includes(line) && name === '') fields[`${line}.name`] = 'Enter a name, or leave the URL empty too.'
    if (!always.includes(line) && url === '') fields[`${line}.url`] = 'Enter a URL, or leave the name empty too.'
    modules[line] = { name: name || defaultModules[line].name, url: url || defaultModules[line].url }
  }
  for (const line of productLines) {
    const module = modules[line]
    const problem = module && urlSegmentProblem(module.url, line, modules)
    if (problem) fields[`${line}.url`] ??= problem
  }
  if (Object.keys(fields).length > 0) throw invalid(fields)
  return modules
}
