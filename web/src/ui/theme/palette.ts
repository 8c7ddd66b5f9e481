import type { MantineColorsTuple } from '@mantine/core'

/** Sumi 墨, ink: all neutral colours. They tend to blue-green, so that emergency red is the only warm hue. */
export const sumi: MantineColorsTuple = [
  '#F3F6F6',
  '#E8EDED',
  '#D9E0E1',
  '#C1CBCD',
  '#96A4A8',
  '#728187',
  '#556369',
  '#3D4A50',
  '#253237',
  '#10191D',
]

/** Neutral colours of the dark scheme, in Mantine's order: 0 is text, 7 the page. */
export const night: MantineColorsTuple = [
  '#E6EDEE',
  '#C4CFD2',
  '#9FADB2',
  '#718086',
  '#3A484E',
  '#2C383D',
  '#1A2429',
  '#10181C',
  '#0B1215',
  '#070C0E',
]

/** Ai 藍, indigo: links, actions, the current item, the user's own messages. */
export const ai: MantineColorsTuple = [
  '#EAF4F7',
  '#D3E7EE',
  '#A8D0DE',
  '#78B7CC',
  '#4A9AB5',
  '#28809E',
  '#146887',
  '#0B536F',
  '#083F56',
  '#062B3B',
]

/** Hi 緋, scarlet: emergencies only. Step 7 has a contrast of 7.2:1 with white (AAA). */
export const hi: MantineColorsTuple = [
  '#FFF1EE',
  '#FFDFD9',
  '#FFBBB0',
  '#FF8F80',
  '#F7604F',
  '#DE3A2A',
  '#C6251A',
  '#AD1710',
  '#860F0B',
  '#570806',
]

/** Matsu 松, pine: safe, resolved, online, accept. */
export const matsu: MantineColorsTuple = [
  '#ECF6EF',
  '#D5ECDC',
  '#A9D6B8',
  '#78BC8F',
  '#4A9F68',
  '#2C844C',
  '#1B6C3B',
  '#12572E',
  '#0D4323',
  '#082C17',
]

/** Yamabuki 山吹, amber: waiting, offline, errors, recording. */
export const yamabuki: MantineColorsTuple = [
  '#FFF7E3',
  '#FEEBBD',
  '#FBD982',
  '#F4C247',
  '#E3A61B',
  '#BB840A',
  '#8F6200',
  '#714C00',
  '#553900',
  '#372500',
]
