// People of earlier days were kept with the dial code inside their number.
type Kept = { phone: string; phoneCountry: string; phoneCallingCode: string }

/** The phone of a person as the wire names it: the number without its dial code, which has a field of its own. */
export function toPhoneFields({ phone, phoneCountry, phoneCallingCode }: Kept) {
  const isDoubled = phoneCallingCode.startsWith('+') && phone.startsWith(phoneCallingCode)
  return {
    phonenum: isDoubled ? phone.slice(phoneCallingCode.length).trim() : phone,
    phone_country_code: phoneCountry,
    phone_country_calling_code: phoneCallingCode,
  }
}
