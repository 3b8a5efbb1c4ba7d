/* Events of a model without modes. */
enum { INDICATORS = 0 };
#define KEPT sizeof(struct @NAME@_model)

static void indicators_at(@NAME@_model *model, double t, double *indicators)
{
    (void)model, (void)t, (void)indicators;
}

static void set_precision(@NAME@_model *model, double tolerance)
{
    (void)model, (void)tolerance;
}

static void has_moved(@NAME@_model *model)
{
    (void)model;
}

static int has_ended(const @NAME@_model *model)
{
    (void)model;
    return 0;
}
