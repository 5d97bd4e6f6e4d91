/* int128.h - 128-bit products, so that int64 ticks never overflow in one */
#ifndef DAGSIM_BASE_INT128_H
#define DAGSIM_BASE_INT128_H

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

#endif
