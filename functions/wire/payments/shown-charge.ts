// What a screen said that is charged now, between the wire and the field.

/** Undefined where nobody was told. */
export const shownCentsOf = ({ charge_now: dollars }: { charge_now?: number | undefined }): number | undefined =>
  dollars === undefined ? undefined : Math.round(dollars * 100)
