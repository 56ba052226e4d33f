// Kartra, which answers every request with 200 and says in the body what came of it, for the whole and for each action.
// As support.kartra.com 15369013 to 15369041 has it.
import * as z from 'zod'
import { openToolDoor, readAnswer, type ToolAnswer, wordsOf } from './door.ts'
import { type Credentials, filled, type Option, type ToolAdapter, ToolFault } from './tool.ts'

const name = 'Kartra'
/** What its numbers mean, by what can be done about them. All others may change. */
const disconnected = new Set(['202', '203', '204', '233'])
const ours = new Set(['238', '239', '240', '242', '262'])
const dead = new Set(['206', '207', '211', '212', '231', '245'])
const EXISTS = '244'
const nothingThere = new Set(['234', '243'])

const Result = z.looseObject({ status: z.string(), type: z.coerce.string().optional(), message: z.string().optional() })
const Answer = z.looseObject({
  status: z.string(),
  type: z.coerce.string().optional(),
  message: z.string().optional(),
  actions: z.array(z.record(z.string(), z.unknown())).optional(),
})
type Answer = z.output<typeof Answer>
const Lists = z.looseObject({ account_lists: z.array(z.string()) })
const Tags = z.looseObject({ account_tags: z.array(z.string()) })
const Lead = z.looseObject({ lead_details: z.looseObject({ id: z.coerce.string() }) })

const isDone = ({ status }: { status: string }) => status.toLowerCase() === 'success'

/** Results of the actions, in their order. */
const resultsOf = ({ actions = [] }: Answer) =>
  actions.flatMap((action) => Object.values(action).flatMap((value) => Result.safeParse(value).data ?? []))

/** The first thing that went wrong, of the whole or of an action; undefined where nothing did. */
const faultOf = (answer: Answer) => [answer, ...resultsOf(answer)].find((part) => !isDone(part))

function refuse({ type = '', message = '' }: { type?: string | undefined; message?: string | undefined }): ToolFault {
  const words = wordsOf(message) || `${name} answered ${type || 'with an error'}.`
  if (disconnected.has(type)) return new ToolFault('disconnected', words, { status: 200 })
  if (ours.has(type)) return new ToolFault('ours', words, { status: 200 })
  if (dead.has(type)) return new ToolFault('dead', words, { status: 200 })
  return new ToolFault('retry', words, { status: 200 })
}

type Options = { url: string; platform: () => Promise<{ kartraAppId: string }> }

export function openKartra({ url, platform }: Options): ToolAdapter {
  const door = openToolDoor({ name, url })
  const options = (names: readonly string[]): Option[] => names.map((each) => ({ id: each, name: each }))

  async function ask(
    credentials: Credentials,
    fields: Readonly<Record<string, string>>,
  ): Promise<[Answer, ToolAnswer]> {
    const { api_key: key = '', api_password: password = '' } = credentials
    const { kartraAppId } = await platform()
    const form = { app_id: kartraAppId, api_key: key, api_password: password, ...fields }
    const answer = await door.ask('', { method: 'POST', form })
    if (answer.status === 429) throw new ToolFault('retry', `${name} asks for a pause.`, { status: 429, afterMs: 1000 })
    if (answer.status !== 200)
      throw new ToolFault('retry', `${name} answered ${answer.status}.`, { status: answer.status })
    return [readAnswer(Answer, answer, name), answer]
  }
  async function lookUp(credentials: Credentials, command: string): Promise<ToolAnswer | undefined> {
    const [answer, raw] = await ask(credentials, { 'actions[0][cmd]': command })
    const fault = faultOf(answer)
    if (!fault) return raw
    if (nothingThere.has(fault.type ?? '')) return undefined
    throw refuse(fault)
  }
  const lists = async (credentials: Credentials) => {
    const raw = await lookUp(credentials, 'retrieve_account_lists')
    return raw ? readAnswer(Lists, raw, name).account_lists : []
  }
  const tags = async (credentials: Credentials) => {
    const raw = await lookUp(credentials, 'retrieve_account_tags')
    return raw ? readAnswer(Tags, raw, name).account_tags : []
  }

  return {
    // It takes 20 calls: one of somebody who is there already is two.
    pace: { most: 10, perMs: 1000, of: 'platform', each: 5 },
    async check(credentials) {
      await lists(credentials)
    },
    lookUp: async (credentials, choice) =>
      options(choice === 'tags' ? await tags(credentials) : await lists(credentials)),
    async deliver(credentials, { row, values }) {
      if (row.email === '') return { skipped: 'The lead has no e-mail address.' }
      const lead = filled({
        email: row.email,
        first_name: row.firstName,
        last_name: row.lastName,
        phone: row.phone,
        address: row.street,
        city: row.city,
        state: row.stateCode,
        zip: row.zipCode,
      })
      const steps = [
        ...(values.tags ?? []).map((tag) => ({ cmd: 'assign_tag', tag_name: tag })),
        ...(values.lists ?? []).map((list) => ({ cmd: 'subscribe_lead_to_list', list_name: list })),
      ]
      const send = (command: 'create_lead' | 'edit_lead') => {
        const actions = [{ cmd: command }, ...steps]
        return ask(credentials, {
          ...Object.fromEntries(Object.entries(lead).map(([field, value]) => [`lead[${field}]`, value])),
          ...Object.fromEntries(
            actions.flatMap((action, index) =>
              Object.entries(action).map(([field, value]) => [`actions[${index}][${field}]`, value]),
            ),
          ),
        })
      }
      let [answer] = await send('create_lead')
      if (faultOf(answer)?.type === EXISTS || resultsOf(answer)[0]?.type === EXISTS) [answer] = await send('edit_lead')
      const fault = faultOf(answer)
      if (fault) throw refuse(fault)
      const [first] = resultsOf(answer)
      return { id: Lead.safeParse(first).data?.lead_details.id ?? '', status: 200, words: 'Kartra has the lead.' }
    },
  }
}
