import * as z from 'zod'
import { paymentTerms } from '../../model/company.ts'
import { EmailText } from '../../model/email-text.ts'
import { pictureTypes } from '../../model/picture.ts'
import { LeadMenu } from '../../model/setting.ts'
import { WireFlag } from '../../wire.ts'
import { call } from '../lib/call.ts'
import { Done, Id, seenOf } from '../lib/fields.ts'
import { CostSetting, CostSettingInput } from '../pricing/cost-setting.ts'
import { Amount, OneTimeAmount, WireAmount } from '../pricing/fields.ts'
import { AgencyTheme, BetaSetting, EmbeddedCode, SmtpServer, SmtpView, themePictures } from './fields.ts'

/** The settings that can be read and saved by name; any other name is refused. */
export const settingNames = [
  'agencytheme',
  'customsidebarleadmenu',
  'rootAgencyEmbeddedCode',
  'costagency',
  'rootminspend',
  'developerfee',
  'betafeatures',
  'customsmtpmodule',
] as const
export type SettingName = (typeof settingNames)[number]

/** The minimum spend of agencies that have no plan of their own. */
const RootMinimum = z.object({
  status: WireFlag,
  first_month: WireAmount,
  second_month: WireAmount,
  monthly: WireAmount,
})
const RootMinimumInput = z.object({ status: WireFlag, first_month: Amount, second_month: Amount, monthly: Amount })

/** What an agency pays once when it accepts the agreement of the developer API. */
const DeveloperFee = z.object({ amount: WireAmount })
const DeveloperFeeInput = z.object({ amount: OneTimeAmount })

export const get = call({
  method: 'GET',
  path: '/configuration/setting/{companyID}/{settingname}/{idSys}',
  summary: 'One named setting of an agency, or of the platform itself.',
  can: 'setting:read',
  pages: ['generalSetting', 'agencyList'],
  company: 'companyID',
  input: z.object({ companyID: Id, settingname: z.enum(settingNames, 'There is no setting of this name.'), idSys: Id }),
  output: z.discriminatedUnion('settingname', [
    z.object({ settingname: z.literal('agencytheme'), data: AgencyTheme }),
    z.object({ settingname: z.literal('customsidebarleadmenu'), data: LeadMenu }),
    z.object({ settingname: z.literal('rootAgencyEmbeddedCode'), data: EmbeddedCode }),
    z.object({ settingname: z.literal('customsmtpmodule'), data: SmtpView }),
    z.object({
      settingname: z.literal('costagency'),
      data: CostSetting,
      /** What the root itself pays, whose prices of leads are the least for its agencies. Others than operators see none. */
      rootcostagency: CostSetting,
      /** The payment term that the setting opens with. */
      dpay: z.enum(paymentTerms),
    }),
    z.object({ settingname: z.literal('rootminspend'), data: RootMinimum }),
    z.object({ settingname: z.literal('developerfee'), data: DeveloperFee }),
    z.object({ settingname: z.literal('betafeatures'), data: BetaSetting }),
  ]),
})

const target = { companyID: Id, actionType: z.string().max(64).default('') }

export const save = call({
  method: 'PUT',
  path: '/configuration/setting',
  summary:
    'Saves one named setting. What people see of it changes at once where it was saved, and everywhere within a minute.',
  can: 'setting:update',
  inView: 'allowed',
  pages: ['generalSetting'],
  company: 'companyID',
  audit: { action: 'Setting Change', did: 'Saved a setting', tried: 'Tried to save a setting' },
  rounds: {
    most: 7,
    reason:
      'The list entry is read before it is changed with its company, and what changed is read for the log. Campaigns of a product that is taken out of the menu are looked for before and after.',
  },
  input: z.discriminatedUnion(
    'comsetname',
    [
      // What is left out stays as it is.
      z.object({ ...target, comsetname: z.literal('agencytheme'), comsetval: AgencyTheme.partial() }),
      z.object({
        ...target,
        comsetname: z.literal('customsidebarleadmenu'),
        comsetval: LeadMenu.partial(),
        ...seenOf(LeadMenu.shape),
      }),
      z.object({ ...target, comsetname: z.literal('rootAgencyEmbeddedCode'), comsetval: EmbeddedCode.partial() }),
      z.object({ ...target, comsetname: z.literal('customsmtpmodule'), comsetval: SmtpServer.partial() }),
      z.object({
        ...target,
        comsetname: z.literal('costagency'),
        comsetval: CostSettingInput,
        seen: CostSettingInput.optional(),
        dpay: z.enum(paymentTerms).optional(),
      }),
      z.object({
        ...target,
        comsetname: z.literal('rootminspend'),
        comsetval: RootMinimumInput.partial(),
        ...seenOf(RootMinimumInput.shape),
      }),
      z.object({
        ...target,
        comsetname: z.literal('developerfee'),
        comsetval: DeveloperFeeInput,
        ...seenOf(DeveloperFeeInput.shape),
      }),
      z.object({ ...target, comsetname: z.literal('betafeatures'), comsetval: BetaSetting.partial() }),
    ],
    'There is no setting of this name.',
  ),
  inLines: ['comsetval.embeddedcode'],
  output: Done,
})

export const testSmtp = call({
  method: 'POST',
  path: '/configuration/user/testsmtp',
  summary: "Sends one mail by a mail server as it is typed, and answers the server's own words when it does not go.",
  can: 'setting:update',
  pages: ['generalSetting'],
  company: 'companyID',
  sensitive: true,
  inView: 'refused',
  audit: { action: 'Setting Change', did: 'Tried a mail server' },
  rounds: { most: 4, reason: 'Test mails are counted before one is sent.' },
  input: z.object({
    companyID: Id,
    ...SmtpServer.shape,
    host: SmtpServer.shape.host.min(1, 'Enter the name of a server, such as smtp.example.com.'),
    sendto: EmailText(),
  }),
  output: z.object({ result: z.enum(['success', 'failed']), message: z.string() }),
})

export const uploadImage = call({
  method: 'POST',
  path: '/configuration/setting/image',
  summary:
    'Asks for the upload of a logo or icon: answered with a pre-signed form. The picture counts once it is saved with the theme.',
  can: 'setting:update',
  inView: 'allowed',
  pages: ['generalSetting'],
  company: 'companyID',
  audit: 'none',
  input: z.object({ companyID: Id, picture: z.enum(themePictures), contenttype: z.enum(pictureTypes) }),
  output: z.object({ uploadID: z.string(), url: z.string(), fields: z.record(z.string(), z.string()) }),
})

export const tour = call({
  method: 'GET',
  path: '/user/guided-tour',
  summary: 'Whether the signed-in person has been through the guided tour, or left it.',
  can: 'signed-in',
  input: z.object({}),
  output: z.object({ seen: z.boolean() }),
})

export const finishTour = call({
  method: 'PUT',
  path: '/user/guided-tour',
  summary: 'Remembers that the signed-in person needs no guided tour any more.',
  can: 'signed-in',
  inView: 'refused',
  audit: 'none',
  input: z.object({}),
  output: Done,
})
