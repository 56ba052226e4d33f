import { readableOn } from '#shared/model/contrast.ts'

/** Whether light writing stands on a colour: logos and pictures for dark grounds belong there. */
export const isDarkGround = (colour: string): boolean => readableOn(colour) === '#ffffff'
