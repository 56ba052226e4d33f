import * as z from 'zod'
import { pictureTypes } from '../model/picture.ts'
import { AgencyTheme, EmbeddedCode, LeadMenu, themePictures } from '../model/setting.ts'
import { call } from './call.ts'
import { Done, Id } from './fields.ts'

/** The settings that can be read and saved by name; any other name is refused. */
export const settingNames = ['agencytheme', 'customsidebarleadmenu', 'rootAgencyEmbeddedCode'] as const

export const get = call({
  method: 'GET',
  path: '/configuration/setting/{companyID}/{settingname}/{idSys}',
  summary: 'One named setting of an agency, or of the platform itself.',
  can: 'setting:read',
  pages: ['generalSetting'],
  company: 'companyID',
  input: z.object({ companyID: Id, settingname: z.enum(settingNames, 'There is no setting of this name.'), idSys: Id }),
  output: z.discriminatedUnion('settingname', [
    z.object({ settingname: z.literal('agencytheme'), data: AgencyTheme }),
    z.object({ settingname: z.literal('customsidebarleadmenu'), data: LeadMenu }),
    z.object({ settingname: z.literal('rootAgencyEmbeddedCode'), data: EmbeddedCode }),
  ]),
})

const target = { companyID: Id, actionType: z.string().max(64).default('') }

export const save = call({
  method: 'PUT',
  path: '/configuration/setting',
  summary:
    'Saves one named setting. What people see of it changes at once where it was saved, and everywhere within a minute.',
  can: 'setting:update',
  pages: ['generalSetting'],
  company: 'companyID',
  input: z.discriminatedUnion(
    'comsetname',
    [
      z.object({ ...target, comsetname: z.literal('agencytheme'), comsetval: AgencyTheme }),
      z.object({ ...target, comsetname: z.literal('customsidebarleadmenu'), comsetval: LeadMenu }),
      z.object({ ...target, comsetname: z.literal('rootAgencyEmbeddedCode'), comsetval: EmbeddedCode }),
    ],
    'There is no setting of this name.',
  ),
  output: Done,
})

export const uploadImage = call({
  method: 'POST',
  path: '/configuration/setting/image',
  summary:
    'Asks for the upload of a logo or icon: answered with a pre-signed form. The picture counts once it is saved with the theme.',
  can: 'setting:update',
  pages: ['generalSetting'],
  company: 'companyID',
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
  notInView: true,
  input: z.object({}),
  output: Done,
})
