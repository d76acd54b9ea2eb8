/** Who takes connections beside the event loop, of each network the part that it is told, and refuses the rest. */
export interface Deputy {
  /** True while it does. */
  readonly isAtDoor: boolean;
  /** How many it has taken that have yet to be received. */
  readonly waiting: number;
  /** How many have come to it since this was asked for last. */
  newlyCome(): number;
  /** From now on this part of those who come is taken; it may go when that has been all of them for a while. */
  take(share: number): void;
  /** Is to go at once. */
  rest(): void;
}
