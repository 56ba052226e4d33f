export type Country = {
  name: string
  iso2: string
  dialCode: string
  /** The place among the countries that share a dial code; 0 is the one meant when only the code is known. */
  priority: number
  areaCodes: readonly string[] | null
}

/** Countries that share +1 with the United States and are told apart by the digits that follow. */
export const areaCodes: Readonly<Record<string, readonly string[]>> = {
  CA: [
    ...['204', '226', '236', '249', '250', '257', '263', '289', '306', '343', '354', '365', '367', '368', '382'],
    ...['403', '416', '418', '428', '431', '437', '438', '450', '468', '474', '506', '514', '519', '548', '579'],
    ...['581', '584', '587', '604', '613', '639', '647', '672', '683', '705', '709', '742', '753', '778', '780'],
    ...['782', '807', '819', '825', '867', '873', '879', '902', '905'],
  ],
  DO: ['809', '829', '849'],
  PR: ['787', '939'],
}

/** A flag as the two letters of its country, which every system draws in its own way and nobody has to fetch. */
export function flagOf(iso2: string): string {
  return [...iso2].map((letter) => String.fromCodePoint(0x1f1e6 + letter.charCodeAt(0) - 65)).join('')
}

/** The country of a plain-text look-up: `1` means found, the third and fourth characters are the country. */
export function countryOfAnswer(answer: string): string | undefined {
  const code = answer.slice(2, 4).toUpperCase()
  return answer.startsWith('1') && /^[A-Z]{2}$/.test(code) ? code : undefined
}

/** The country of a browser's language, such as `en-US`, when it names one. */
export function countryOfLanguage(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region
  } catch {
    return undefined
  }
}
