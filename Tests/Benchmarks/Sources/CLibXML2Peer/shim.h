// libxml2 without anything of ours around it.
#include <libxml/xmlversion.h>
