import * as z from 'zod'
import { pictureTypes } from '../../model/picture.ts'
import { NOTE_MAX } from '../../questionnaire.ts'
import { reportRhythms } from '../../reports/report-mail.ts'
import { call } from '../lib/call.ts'
import { Done, Email, Id } from '../lib/fields.ts'
import { CompanyFields, PersonalFields } from './profile-fields.ts'

export const saveProfile = call({
  method: 'PUT',
  path: '/user/profile/{usrID}',
  summary: "Saves a person's own name and phone number.",
  can: 'signed-in',
  inView: 'allowed',
  user: 'usrID',
  pages: ['profile', 'profileSetup'],
  audit: { action: 'User Update', did: 'Saved the profile' },
  rounds: {
    most: 4,
    reason: 'The list entry is read before it is changed with its person, and what changed is read for the log.',
  },
  input: PersonalFields.extend({ usrID: Id }),
  output: Done,
})

export const saveCompany = call({
  method: 'PUT',
  path: '/user/company/{companyID}',
  summary: "Saves the address, industry and team contacts of the caller's own company.",
  can: 'company:update',
  inView: 'allowed',
  company: 'companyID',
  pages: ['profile', 'profileSetup'],
  audit: { action: 'User Update', did: 'Saved the company' },
  rounds: {
    most: 7,
    reason:
      'The list entry is read before it is changed with its company; a new name goes on to the lines of its campaigns.',
  },
  input: CompanyFields.extend({ companyID: Id }),
  output: Done,
})

export const completeProfile = call({
  method: 'PUT',
  path: '/user/profile-setup-complete',
  summary: 'Marks the profile set-up as done; 422 names every field of it that is still missing.',
  can: 'signed-in',
  inView: 'allowed',
  user: 'usrID',
  pages: ['profileSetup'],
  audit: { action: 'User Update', did: 'Completed the profile' },
  rounds: {
    most: 4,
    reason: 'The list entry is read before it is changed with its person, and what changed is read for the log.',
  },
  input: z.object({ usrID: Id, status: z.literal('T') }),
  output: Done,
})

export const changeEmail = call({
  method: 'POST',
  path: '/user/change-email',
  summary: 'Mails a code to the present address and one to the new one. Nothing changes until both are given back.',
  can: 'signed-in',
  user: 'usrID',
  pages: ['profile', 'profileSetup'],
  sensitive: true,
  inView: 'refused',
  audit: {
    action: 'User Update',
    did: 'Asked for codes to change the e-mail address',
    tried: 'Tried to change the e-mail address',
  },
  rounds: { most: 5, reason: 'Codes are counted before the address is looked up, mailed to and kept.' },
  input: z.object({ usrID: Id, newemail: Email }),
  output: Done,
})

const MailedCode = z.string().trim().min(1, 'Enter the code.').max(16)

export const confirmEmail = call({
  method: 'PUT',
  path: '/user/change-email',
  summary: 'Changes the address once both codes are right. Every other sign-in of the person ends.',
  can: 'signed-in',
  user: 'usrID',
  pages: ['profile', 'profileSetup'],
  inView: 'refused',
  audit: { action: 'User Update', did: 'Changed the e-mail address', tried: 'Tried to change the e-mail address' },
  input: z.object({ usrID: Id, oldcode: MailedCode, newcode: MailedCode }),
  output: Done,
})

export const uploadPicture = call({
  method: 'POST',
  path: '/user/picture',
  summary: 'A form that takes one picture of at most 2 MB, posted straight to the file store.',
  can: 'signed-in',
  inView: 'allowed',
  user: 'usrID',
  pages: ['profile', 'profileSetup'],
  audit: 'none',
  input: z.object({ usrID: Id, contenttype: z.enum(pictureTypes) }),
  output: z.object({ url: z.string(), fields: z.record(z.string(), z.string()), key: z.string() }),
})

export const savePicture = call({
  method: 'PUT',
  path: '/user/picture',
  summary: 'Makes an uploaded file the picture of its person, once it was found to be an image.',
  can: 'signed-in',
  inView: 'allowed',
  user: 'usrID',
  pages: ['profile', 'profileSetup'],
  audit: { action: 'User Update', did: 'Saved a picture' },
  input: z.object({ usrID: Id, key: z.string().max(300) }),
  output: Done.extend({ profile_pict: z.string() }),
})

export const removePicture = call({
  method: 'DELETE',
  path: '/user/picture/{usrID}',
  summary: "Takes a person's picture away.",
  can: 'signed-in',
  inView: 'allowed',
  user: 'usrID',
  pages: ['profile', 'profileSetup'],
  audit: { action: 'User Update', did: 'Removed the picture' },
  input: z.object({ usrID: Id }),
  output: Done,
})

const Answers = z.record(z.string().max(40), z.array(z.string().trim().max(NOTE_MAX)).max(20))

export const questionnaire = call({
  method: 'GET',
  path: '/user/questionnaire/{usrID}',
  summary: "What a person's company answered when it began.",
  can: 'signed-in',
  user: 'usrID',
  pages: ['questionnaire', 'questionnaireAdd'],
  input: z.object({ usrID: Id }),
  output: z.object({ answers: Answers, answered_at: z.string().nullable(), answered_by: z.string() }),
})

export const saveQuestionnaire = call({
  method: 'PUT',
  path: '/user/questionnaire/{usrID}',
  summary: "Answers the questionnaire for a person's company; 422 names every question that is still open.",
  can: 'signed-in',
  inView: 'allowed',
  user: 'usrID',
  pages: ['questionnaire', 'questionnaireAdd'],
  audit: { action: 'User Update', did: 'Answered the questionnaire' },
  input: z.object({ usrID: Id, answers: Answers }),
  inLines: ['answers'],
  output: Done,
})

export const reportMails = call({
  method: 'GET',
  path: '/user/report-mails/{usrID}',
  summary: 'How often a person gets the leads of their company reported by mail, and why they get none.',
  can: 'lead:read',
  user: 'usrID',
  pages: ['profile'],
  input: z.object({ usrID: Id }),
  output: z.object({
    rhythm: z.enum(reportRhythms),
    /** The morning (`YYYY-MM-DD`) of the next one, at seven in this time zone. */
    next: z.string().nullable(),
    time_zone: z.string(),
    /** A sentence; empty where reports come as chosen. */
    why_none: z.string(),
  }),
})

export const saveReportMails = call({
  method: 'PUT',
  path: '/user/report-mails/{usrID}',
  summary: 'Has the leads of their company reported to a person by mail each day, week or month, or not at all.',
  can: 'lead:read',
  inView: 'refused',
  user: 'usrID',
  pages: ['profile'],
  audit: { action: 'User Update', did: 'Set the reports by mail' },
  rounds: { most: 3, reason: 'The choice is read before it is changed, so that of two at once one is told.' },
  input: z.object({ usrID: Id, rhythm: z.enum(reportRhythms) }),
  output: Done,
})
