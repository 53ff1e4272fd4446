// Plain libxml2, without our wrapper.
#include <libxml/xmlversion.h>
