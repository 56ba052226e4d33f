import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { endOtherSessions } from '#functions/domain/security/two-factor-setting.ts'
import { hashPassword } from '#functions/identity/password.ts'
import type { Services } from '#functions/kit/services.ts'
import { emailKey } from '#shared/email.ts'
import type { ApiKey } from '#shared/model/api-key.ts'
import type { Company } from '#shared/model/company.ts'
import type { User } from '#shared/model/user.ts'
import { type Command, helpOf } from './command.ts'
import { allCompanies } from './companies.ts'

const usage = 'access save <file> | access repeat <file> [--apply] | access end [--apply]'
const about = `Who may come in, where a table is restored to a time before: what was taken from somebody since must not come back with it.

save    writes down who may come in as the table stands now: people, and keys of programs. No address, password or secret is in the file.
repeat  looks what a restored table allows beyond it. With --apply everybody is signed out there; who was removed since is removed
        again, and so is a key that was removed or made anew; who has another password or a second step since has to choose a password
        by "Forgot your password". It ends with 2 while something is left that a person has to look at.
end     signs everybody out with --apply, and no more: for where the table from before cannot be read.`

const Person = z.object({
  id: z.string(),
  /** Of the address, so that none is in the file. */
  email: z.string(),
  passwordChangedAt: z.number().nullable(),
  hasSecondStep: z.boolean(),
  rights: z.string(),
})
const Saved = z.object({ companies: z.array(z.string()), people: z.array(Person), keys: z.array(z.string()) })
type Person = z.output<typeof Person>
type Saved = z.output<typeof Saved>

type Needed = Pick<Services, 'db' | 'table' | 'now'>

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
const nameOf = ({ id, version }: ApiKey) => `${id} ${version}`
const rightsOf = (user: User) =>
  [user.userType, user.isSystemUser, user.roleId, user.usesOwnPermissions, user.isDefaultAdmin, user.salesKind].join(
    ' ',
  )

async function personOf({ db }: Needed, user: User): Promise<Person> {
  const { id, email, passwordChangedAt } = user
  const hasSecondStep = (await db.twoFactor.find(id)) !== undefined
  return { id, email: hashOf(emailKey(email)), passwordChangedAt, hasSecondStep, rights: rightsOf(user) }
}

const mayComeIn = ({ status }: User) => status !== 'disabled'

async function save(services: Needed, file: string): Promise<string> {
  if (existsSync(file)) throw new Error(`${file} is there already: name another one.`)
  const saved: Saved = { companies: [], people: [], keys: [] }
  for await (const company of allCompanies(services)) {
    if (company.deletedAt !== null) continue
    saved.companies.push(company.id)
    for (const user of await services.db.user.listByCompany(company.id))
      if (mayComeIn(user)) saved.people.push(await personOf(services, user))
    for (const key of await services.db.apiKey.list(company.id)) saved.keys.push(nameOf(key))
  }
  writeFileSync(file, `${JSON.stringify(saved)}\n`, { mode: 0o600 })
  return `${saved.people.length} people and ${saved.keys.length} keys are in ${file}.`
}

type Found = { lines: string[]; left: number }

/** Nobody knows the new one: who has the mailbox chooses another. */
async function forgetPassword({ db, now }: Needed, { id }: User): Promise<void> {
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  await db.user.raiseEpoch(id, { passwordHash, passwordChangedAt: now() })
}

async function lookAtPerson(
  services: Needed,
  company: Company,
  user: User,
  was: Person | undefined,
  isApplied: boolean,
) {
  const who = `${user.id} of ${company.name}`
  const found: Found = { lines: [], left: 0 }
  if (!was) {
    // The people of a client go with it, and the first person of an agency with an heir.
    const maySimplyGo = company.kind !== 'client' && !user.isDefaultAdmin
    const isGone = isApplied && maySimplyGo && (await services.db.staff.remove({ company, user, heir: undefined }))
    if (isApplied && !isGone) await forgetPassword(services, user)
    found.lines.push(`${who} was removed since${isGone || !isApplied ? '' : ', and has to be removed by hand'}`)
    if (!isGone) found.left++
    return found
  }
  const is = await personOf(services, user)
  // Whose password this command has made worthless has a newer one. An invitation that was accepted since is open again.
  const mayBeOld = user.status === 'active' && (was.passwordChangedAt ?? 0) >= (is.passwordChangedAt ?? 0)
  const hasOther = mayBeOld && was.passwordChangedAt !== is.passwordChangedAt
  const lacksStep = mayBeOld && was.hasSecondStep && !is.hasSecondStep
  if (hasOther) found.lines.push(`${who} has another password since`)
  if (lacksStep) found.lines.push(`${who} has a second step since`)
  if (isApplied && (hasOther || lacksStep)) await forgetPassword(services, user)
  if (was.email !== is.email || was.rights !== is.rights) {
    found.left++
    found.lines.push(
      `${who} has ${was.email === is.email ? 'other rights' : 'another e-mail address'} since: set it by hand`,
    )
  }
  return found
}

const signedOutWords = (count: number, isApplied: boolean) =>
  isApplied
    ? `${count} people are signed out.`
    : `${count} people would be signed out. Nothing was changed; --apply does it.`

async function repeat(services: Needed, file: string, isApplied: boolean) {
  const parsed = Saved.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`${file} holds nobody who was saved.`)
  const people = new Map(parsed.data.people.map((person) => [person.id, person]))
  const [companies, keys] = [new Set(parsed.data.companies), new Set(parsed.data.keys)]
  const all: Found = { lines: [], left: 0 }
  let signedOut = 0
  for await (const company of allCompanies(services)) {
    if (company.deletedAt !== null) continue
    const isOver = !companies.has(company.id)
    if (isOver) all.left++
    if (isOver) all.lines.push(`${company.name} (${company.id}) was removed since: remove it by hand`)
    for (const user of (await services.db.user.listByCompany(company.id)).filter(mayComeIn)) {
      if (isApplied) await endOtherSessions(services, user, null)
      signedOut++
      if (isOver) continue
      const { lines, left } = await lookAtPerson(services, company, user, people.get(user.id), isApplied)
      all.lines.push(...lines)
      all.left += left
    }
    for (const key of (await services.db.apiKey.list(company.id)).filter((each) => !keys.has(nameOf(each)))) {
      const isGone = isApplied && (await services.db.apiKey.remove(key))
      if (!isGone) all.left++
      all.lines.push(`the key “${key.name}” of ${company.name} was removed or made anew since`)
    }
  }
  return { said: [...all.lines, signedOutWords(signedOut, isApplied)].join('\n'), code: all.left > 0 ? 2 : 0 }
}

async function end(services: Needed, isApplied: boolean): Promise<string> {
  let count = 0
  for await (const { id } of allCompanies(services))
    for (const user of (await services.db.user.listByCompany(id)).filter(mayComeIn)) {
      if (isApplied) await endOtherSessions(services, user, null)
      count++
    }
  return signedOutWords(count, isApplied)
}

async function run(services: Needed, args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    options: { apply: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [what, file] = positionals
  if (what === 'save' && file) return save(services, file)
  if (what === 'repeat' && file) return repeat(services, file, values.apply)
  if (what === 'end') return end(services, values.apply)
  throw new Error(helpOf({ usage, about }))
}

/** Who lost a way in keeps it lost, also where a table is restored to a time before. */
export const access: Command = { usage, about, run }
