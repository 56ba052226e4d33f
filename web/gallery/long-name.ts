/** 120 characters, as many as a name may have. */
export const longName =
  'The Very Reverend Society of Painters, Plumbers and Perfectly Ordinary Neighbours of Upper Lakeside and Lower Lakeside Ltd'
