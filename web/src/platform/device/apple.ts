/** Whether the device has the keyboard of Apple: Command instead of Ctrl, and Option, which types characters. */
export const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.platform)
