// The system's libxml2. Its include path comes from pkg-config (libxml-2.0).
#include <libxml/xmlversion.h>
