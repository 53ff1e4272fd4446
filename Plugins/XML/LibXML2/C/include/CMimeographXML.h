// What of libxml2 Swift cannot call by itself: callbacks, functions with variable arguments, thread-local handlers.
// Functions give status codes; no callback of Swift's is ever called; nothing is written to stderr.
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
