import { setTimeout as sleep } from 'node:timers/promises'
import { Entity } from 'electrodb'
import * as z from 'zod'
import { EmbeddedCode } from '#shared/model/setting.ts'
import { SmtpServer } from '#shared/model/smtp.ts'
import { withBefore } from '#shared/money/minimum-facts.ts'
import { heldUntil, type RootMinimum } from '#shared/money/minimum-spend.ts'
import { underOurNames } from '../lib/earlier-names.ts'
import { changedAtOnce, unlessRefused } from '../lib/errors.ts'
import { electro, key, model, type Table } from '../lib/table.ts'

const schema = {
  model: model('setting'),
  attributes: {
    /** `C#<company>` or `U#<user>`: whose setting it is. */
    owner: { type: 'string', required: true },
    name: { type: 'string', required: true },
    value: { type: 'any' },
    savedBy: { type: 'string', required: true },
    savedAt: { type: 'number', required: true },
    /** Counts changes that are made of what there was, so that of two at once each sees the other. */
    revision: { type: 'number' },
  },
  indexes: { primary: { pk: key('pk', ['owner'], '${owner}#SETTINGS'), sk: key('sk', ['name'], '${name}') } },
} as const

const ofCompany = (id: string) => `C#${id}`
const ofUser = (id: string) => `U#${id}`
const EMBEDDED = 'rootAgencyEmbeddedCode'
const TOUR = 'guidedTour'
const ONBOARDING = 'agencyonboardingcustom'
const ROOT_MINIMUM = 'rootminspend'
const DEVELOPER_FEE = 'developerfee'
const DEFAULT_PLAN = 'minimumSpendDefault'
const SMTP = 'customsmtpmodule'
const SMTP_FAILURE = 'customsmtpfailure'

export const Onboarding = z.object({ amountCents: z.number().int(), takesCoupons: z.boolean() })
export type Onboarding = z.output<typeof Onboarding>
const noOnboarding: Onboarding = { amountCents: 0, takesCoupons: false }
export const MinimumOfRoot = z.object({
  isOn: z.boolean(),
  firstMonthCents: z.number().int(),
  secondMonthCents: z.number().int(),
  monthlyCents: z.number().int(),
})
/** Before it was set for the first time there was none. */
export const FormerMinimum = z.object({ minimum: MinimumOfRoot.optional(), until: z.number() })
export const StoredMinimum = MinimumOfRoot.extend({ before: z.array(FormerMinimum).default([]) })
/** What agencies of a root without a plan must spend, and what they had to before, until when. */
export type StoredMinimum = z.output<typeof StoredMinimum>

/** What held right before an instant. */
export const rootHeldUntil = (stored: StoredMinimum | undefined, instant: number): RootMinimum | undefined => {
  if (!stored) return undefined
  const { before, ...minimum } = stored
  return heldUntil<{ minimum?: RootMinimum | undefined }>({ minimum }, before, instant).minimum
}
export const StoredFee = z.object({ amountCents: z.number().int() })
export const StoredDefault = z.object({ planId: z.string() })

export const StoredSmtp = SmtpServer.omit({ password: true }).extend({ sealedPassword: z.string() })
export type StoredSmtp = z.output<typeof StoredSmtp>
export const SmtpFailure = z.object({ reason: z.string(), at: z.number() })

const MOST_TRIES = 6
export type Saved = { by: string; at: number }

/** Settings of companies and people that are not part of their own row, because few requests need them. */
export function settings(table: Table) {
  const entity = new Entity(schema, electro(table))
  const find = async (owner: string, name: string): Promise<unknown> => {
    const { data } = await entity.get({ owner, name }).go()
    return data?.value
  }
  const save = async (owner: string, name: string, value: unknown, { by, at }: Saved): Promise<void> => {
    await entity.put({ owner, name, value, savedBy: by, savedAt: at }).go()
  }

  /** What is made of what there is; made anew where somebody else saved in between. */
  const change = async (
    owner: string,
    name: string,
    next: (value: unknown) => unknown | Promise<unknown>,
    { by, at }: Saved,
  ): Promise<void> => {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const { data } = await entity.get({ owner, name }).go({ consistent: true })
      const value = await next(data?.value)
      const isSaved = await entity
        .put({ owner, name, value, savedBy: by, savedAt: at, revision: (data?.revision ?? 0) + 1 })
        .where((row, { eq, notExists }) => {
          if (!data) return notExists(row.savedAt)
          const { revision } = data
          return revision === undefined
            ? `${notExists(row.revision)} AND ${eq(row.savedAt, data.savedAt)}`
            : eq(row.revision, revision)
        })
        .go()
        .then(() => true, unlessRefused)
      if (isSaved) return
      await sleep(Math.random() * 10 * 2 ** tries)
    }
    throw changedAtOnce()
  }

  const remove = async (owner: string, name: string): Promise<void> => {
    await entity.delete({ owner, name }).go()
  }

  return {
    async findEmbeddedCode(companyId: string): Promise<EmbeddedCode | undefined> {
      const value = await find(ofCompany(companyId), EMBEDDED)
      return value === undefined ? undefined : EmbeddedCode.parse(underOurNames(value))
    },
    changeEmbeddedCode: (
      companyId: string,
      next: (before: EmbeddedCode | undefined) => EmbeddedCode,
      saved: Saved,
    ): Promise<void> =>
      change(
        ofCompany(companyId),
        EMBEDDED,
        (value) => next(value === undefined ? undefined : EmbeddedCode.parse(underOurNames(value))),
        saved,
      ),
    /** What an agency is charged when it saves its first card. */
    async getOnboarding(companyId: string): Promise<Onboarding> {
      const value = await find(ofCompany(companyId), ONBOARDING)
      return value === undefined ? noOnboarding : Onboarding.parse(value)
    },
    changeOnboarding: (companyId: string, next: (before: Onboarding) => Onboarding, saved: Saved): Promise<void> =>
      change(
        ofCompany(companyId),
        ONBOARDING,
        (value) => next(value === undefined ? noOnboarding : Onboarding.parse(value)),
        saved,
      ),
    /** The minimum spend of agencies that have no plan. */
    async findRootMinimum(rootId: string): Promise<RootMinimum | undefined> {
      const value = await find(ofCompany(rootId), ROOT_MINIMUM)
      return value === undefined ? undefined : MinimumOfRoot.parse(value)
    },
    /** The same with what it was before, for `rootHeldUntil`. */
    async findRootMinimums(rootId: string): Promise<StoredMinimum | undefined> {
      const value = await find(ofCompany(rootId), ROOT_MINIMUM)
      return value === undefined ? undefined : StoredMinimum.parse(value)
    },
    changeRootMinimum: (rootId: string, next: (before: RootMinimum | undefined) => RootMinimum, saved: Saved) =>
      change(
        ofCompany(rootId),
        ROOT_MINIMUM,
        (value) => {
          const { before, ...minimum } = value === undefined ? { before: [] } : StoredMinimum.parse(value)
          const was = value === undefined ? undefined : MinimumOfRoot.parse(minimum)
          return {
            ...next(was),
            before: withBefore<{ minimum?: RootMinimum | undefined }>(before, was ? { minimum: was } : {}, saved.at),
          }
        },
        saved,
      ),
    /** What agencies pay once for the developer API, in cents; nothing where nobody set it. */
    async getDeveloperFee(rootId: string): Promise<number> {
      const value = await find(ofCompany(rootId), DEVELOPER_FEE)
      return value === undefined ? 0 : StoredFee.parse(value).amountCents
    },
    changeDeveloperFee: (rootId: string, next: (beforeCents: number) => number, saved: Saved) =>
      change(
        ofCompany(rootId),
        DEVELOPER_FEE,
        (value) => ({ amountCents: next(value === undefined ? 0 : StoredFee.parse(value).amountCents) }),
        saved,
      ),
    /** The minimum-spend plan that new agencies begin with; empty when there is none. */
    async findDefaultPlanId(rootId: string): Promise<string> {
      const value = await find(ofCompany(rootId), DEFAULT_PLAN)
      return value === undefined ? '' : StoredDefault.parse(value).planId
    },
    saveDefaultPlanId: (rootId: string, planId: string, saved: Saved) =>
      save(ofCompany(rootId), DEFAULT_PLAN, { planId }, saved),
    async findSmtp(companyId: string): Promise<StoredSmtp | undefined> {
      const value = await find(ofCompany(companyId), SMTP)
      return value === undefined ? undefined : StoredSmtp.parse(underOurNames(value))
    },
    /** Anything that was known of failures is forgotten: this may be the mend. */
    async changeSmtp(
      companyId: string,
      next: (kept: StoredSmtp | undefined) => Promise<StoredSmtp>,
      saved: Saved,
    ): Promise<void> {
      const read = (value: unknown) => (value === undefined ? undefined : StoredSmtp.parse(underOurNames(value)))
      await change(ofCompany(companyId), SMTP, (value) => next(read(value)), saved)
      await remove(ofCompany(companyId), SMTP_FAILURE)
    },
    async forgetSmtp(companyId: string): Promise<void> {
      for (const name of [SMTP, SMTP_FAILURE]) await remove(ofCompany(companyId), name)
    },
    /** Why the latest mail did not leave by the own server; undefined while it works. */
    async findSmtpFailure(companyId: string): Promise<z.output<typeof SmtpFailure> | undefined> {
      const value = await find(ofCompany(companyId), SMTP_FAILURE)
      return value === undefined ? undefined : SmtpFailure.parse(value)
    },
    noteSmtpFailure: (companyId: string, reason: string, at: number) =>
      save(ofCompany(companyId), SMTP_FAILURE, { reason, at }, { by: 'sendMail', at }),
    forgetSmtpFailure: (companyId: string) => remove(ofCompany(companyId), SMTP_FAILURE),
    async hasSeenTour(userId: string): Promise<boolean> {
      return (await find(ofUser(userId), TOUR)) !== undefined
    },
    finishTour: (userId: string, at: number) => save(ofUser(userId), TOUR, { finished: true }, { by: userId, at }),
  }
}
