// The kinds of information that campaigns of Enhance ID and B2B ID may ask for; each root keeps its lists.
import * as z from 'zod'
import {
  INFORMATION_NAME_MAX,
  InformationType,
  informationKinds,
  MOST_INFORMATION_TYPES,
} from '../../model/information-type.ts'
import { call } from '../lib/call.ts'
import { Done, Id } from '../lib/fields.ts'

const path = '/configuration/advance-information/{type}'
const type = z.enum(informationKinds, 'There is no list of this kind.')

const List = z.object({
  /** What may be chosen. */
  data: z.array(InformationType),
  /** What may not be chosen any more, and campaigns may still name. */
  removed: z.array(InformationType),
  /** Which state of the list this is; a change says which one it was made from. */
  revision: z.number(),
})

export const informationTypes = call({
  method: 'GET',
  path,
  summary: 'The types of information that a campaign may ask for: id and name.',
  can: 'targeting:read',
  input: z.object({ type }),
  output: List,
})

export const saveInformationTypes = call({
  method: 'PUT',
  path,
  summary:
    'Changes a list of types: ids stay, a row without one is new, and what is left out may not be chosen any more. Campaigns that name it keep it.',
  can: 'information-type:update',
  inView: 'refused',
  pages: ['generalSetting'],
  audit: { action: 'Setting Change', did: 'Changed the types of information' },
  rounds: { most: 3, reason: 'What a list loses is compared with what it holds before it is written.' },
  input: z.object({
    type,
    data: z
      .array(
        z.object({
          id: z.union([Id, z.literal('')]).default(''),
          name: z
            .string()
            .trim()
            .min(1, 'Enter a name.')
            .max(INFORMATION_NAME_MAX, `Use at most ${INFORMATION_NAME_MAX} letters.`),
        }),
      )
      .max(MOST_INFORMATION_TYPES, `Use at most ${MOST_INFORMATION_TYPES} types.`),
    revision: z.number().int().min(0),
  }),
  output: Done.extend(List.shape),
})
