// Where a visitor is, for the country that a phone field begins with.
import { send } from '../../api/client.ts'
import { countryOfLanguage } from '../../ui/phone/country.ts'

/**
 * Plain text as the phone field reads it: `1;US`, or `0` when nobody can tell. The browser's language stands in for an edge
 * that does not know, or cannot be asked.
 */
export async function fetchCountry(): Promise<string> {
  const { country } = await send('public.country', {}).catch(() => ({ country: '' }))
  const found = country || countryOfLanguage(navigator.language)
  return found ? `1;${found}` : '0'
}
