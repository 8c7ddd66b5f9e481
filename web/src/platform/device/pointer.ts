/** Whether the device is used with a mouse or a touchpad, so that it has a keyboard, and no keyboard on its screen. */
export const hasFinePointer = (): boolean => window.matchMedia('(hover: hover) and (pointer: fine)').matches
