/* The same as gsl.c, but it says that its GSL is of a version that nobody knows. To be linked with GSL. */
const char *gsl_version = "9.9";

#include "gsl.c"
