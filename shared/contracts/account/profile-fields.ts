// What people may write about themselves and their company.
import * as z from 'zod'
import { industries } from '../../model/industry.ts'
import { Email } from '../lib/fields.ts'

const short = (message: string, most = 120) => z.string().trim().min(1, message).max(most)
const Country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'Choose a country.')

/** What is left out stays as it is. */
export const PersonalFields = z
  .object({
    name: short('Enter your name.'),
    phonenum: short('Enter your phone number.', 40),
    /** The country that the number is read in. */
    phone_country_code: Country,
  })
  .partial()

const industryIds: readonly string[] = industries.map(({ id }) => id)

const TeamContactFields = z.object({
  firstname: short('Enter a first name.'),
  lastname: short('Enter a last name.'),
  email: Email,
  phone: z.string().trim().max(40).default(''),
})

/** What is left out stays as it is. */
export const CompanyFields = z
  .object({
    company_name: short('Enter the name of the company.'),
    address: short('Enter the street and number.', 200),
    city: short('Enter the city.'),
    state_code: short('Enter the state.', 60),
    zip: short('Enter the zip code.', 20),
    country_code: Country,
    industry_id: z.string().refine((id) => id === '' || industryIds.includes(id), 'Choose an industry from the list.'),
    /** Null takes a contact away. */
    franchize: TeamContactFields.nullable(),
    franchizedirector: TeamContactFields.nullable(),
    officemanager: TeamContactFields.nullable(),
  })
  .partial()
