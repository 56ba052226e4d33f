import type { Services } from '#functions/kit/services.ts'
import { causeTexts, isKept, phaseOf } from '#shared/model/custom-domain.ts'
import type { Command } from './command.ts'

const usage = 'domains <company id>'
const about = `Says how far each own domain of a company is: its phase, and the cause where it stands still. Changes nothing.
What to do for each cause stands in docs/operating.md, "Custom domains of agencies".`

/** How far each of a company's own domains is, and what keeps it there. */
async function run({ db, now }: Services, [companyId]: string[]): Promise<string> {
  if (!companyId) throw new Error(`Usage: npm run operator -- ${usage}`)
  const all = await db.customDomain.list(companyId)
  // One that was removed may still hold domains that take their leave.
  if (all.length === 0 && !(await db.company.find(companyId))) throw new Error(`There is no company ${companyId}.`)
  if (all.length === 0) return 'This company has no domain of its own.'
  return all
    .map((facts) => {
      const { phase, cause } = phaseOf(facts, now())
      if (isKept(facts)) return `${facts.host}: taken down, and kept from others while its record may point here`
      return `${facts.host}: ${phase}${cause ? `, ${cause}: ${causeTexts[cause]}` : ''}`
    })
    .join('\n')
}

export const domains: Command = { usage, about, run }
