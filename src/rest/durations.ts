/** How long answers may be cached, in seconds (specification, "Limits"; contract, section 5). */
export const ONE_HOUR = 3_600;
export const ONE_DAY = 86_400;
