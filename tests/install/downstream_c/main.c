#include <stdio.h>
#include <tread/tread.h>

int main(void) {
  const tread_material steel = {80.769230769230769e9, 0.3};
  tread_error error;
  tread_hertz hertz;
  tread_hertz_init(&hertz, sizeof hertz, NULL);
  if (tread_hertz_solve(&steel, &steel, 0.5, 0.5, TREAD_GIVEN_FORCE, 1e5, &hertz, &error) != TREAD_OK) {
    fprintf(stderr, "%s\n", error.text);
    return 1;
  }
  printf("contact modulus %.2f GPa\n", 1e-9 * hertz.contact_modulus);
  return 0;
}
