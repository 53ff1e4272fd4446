#pragma once

/// Gives what was freed back to the system, as far as the allocator can, so that what is resident is what is held.
void mimeograph_give_back_memory(void);
