// People as the lead data provider tells them, and as we keep them.
import * as z from 'zod'
import { KEYWORD_MAX } from '#shared/model/targeting.ts'
import { cutKey } from '#shared/text.ts'

/** A text that may be missing or too long: neither is a reason to lose the person. */
const words = (most: number) =>
  z
    .string()
    .nullish()
    .transform((text) => cutKey((text ?? '').trim(), most))
const several = z
  .array(z.string())
  .nullish()
  .transform((texts) => texts ?? [])
/** What is known by the ids of the kinds of information that were asked for. */
const Information = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .nullish()
  .transform((known) =>
    Object.fromEntries(
      Object.entries(known ?? {})
        .map(([id, value]) => [id, cutKey(String(value ?? '').trim(), MOST_INFORMATION)] as const)
        .filter(([, value]) => value !== ''),
    ),
  )
const MOST_INFORMATION = 200

const Match = z.object({
  id: z.string().min(1).max(64),
  email: z.string().nullish(),
  emails: several,
  firstName: words(100),
  lastName: words(100),
  phone: z.string().nullish(),
  phones: several,
  street: words(200),
  city: words(100),
  state: words(40),
  zip: words(20),
  advanced: Information,
  company: Information,
})
type Match = z.output<typeof Match>

const EMAIL_MAX = 254
const PHONE_MAX = 40
const MOST_CONTACTS = 10

const each = (texts: readonly (string | null | undefined)[], isTaken: (text: string) => boolean) =>
  [...new Set(texts.map((text) => (text ?? '').trim()))].filter(isTaken).slice(0, MOST_CONTACTS)

/**
 * The person of an answer, in our words: the first address and number are the ones that a lead shows, what is no address is left
 * out, and what is missing is empty.
 */
function toPerson({ id, email, emails, phone, phones, state, zip, company, ...rest }: Match) {
  const isAddress = (text: string) => text.length <= EMAIL_MAX && /^\S+@\S+$/.test(text)
  const addresses = each(
    [email, ...emails].map((text) => text?.toLowerCase()),
    isAddress,
  )
  const numbers = each([phone, ...phones], (text) => text !== '' && text.length <= PHONE_MAX)
  return {
    ...rest,
    personId: id,
    email: addresses[0] ?? '',
    otherEmails: addresses.slice(1),
    phone: numbers[0] ?? '',
    otherPhones: numbers.slice(1),
    stateCode: state,
    zipCode: zip,
    business: company,
  }
}
/** The person behind a visit or a search. */
export type FoundPerson = ReturnType<typeof toPerson>
export const Known = Match.transform(toPerson)

const Instant = z
  .union([z.number(), z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))])
  .pipe(z.number().int().min(0))
export const Seen = z.object({
  recordId: z.string().min(1).max(200),
  seenAt: Instant,
  keyword: words(KEYWORD_MAX),
  person: Known,
})
/** One search of a person: `recordId` names it for good, `seenAt` (ms) is when it was made. */
export type SeenPerson = z.output<typeof Seen>
