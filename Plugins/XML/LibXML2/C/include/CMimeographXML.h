// The parts of libxml2 that Swift cannot call: callbacks, variadic functions, thread-local handlers. Functions return status
// codes, never call back into Swift, and write nothing to stderr.
#ifndef MIMEOGRAPH_XML_H
#define MIMEOGRAPH_XML_H

#include "MimeographXMLError.h"
#include "MimeographXMLParse.h"
#include "MimeographXMLPath.h"
#include "MimeographXMLPush.h"
#include "MimeographXMLTree.h"
#include "MimeographXMLTypes.h"
#include "MimeographXMLWrite.h"

#endif
